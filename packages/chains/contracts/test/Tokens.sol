// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/** As the standard has it. */
contract Token {
    mapping(address owner => uint256 units) public balanceOf;
    mapping(address owner => mapping(address spender => uint256 units)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public virtual returns (bool) {
        move(from, to, amount, amount);
        return true;
    }

    function move(address from, address to, uint256 amount, uint256 came) internal {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += came;
    }
}

/** Answers nothing, as USDT does. */
contract QuietToken is Token {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        move(from, to, amount, amount);
        assembly {
            return(0, 0)
        }
    }
}

/** Keeps a part of each payment. */
contract FeeToken is Token {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        move(from, to, amount, amount - 1 - amount / 100);
        return true;
    }
}

/** Says no, and moves it anyway, or says yes and moves nothing. */
contract LyingToken is Token {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (amount % 2 == 0) return true;
        move(from, to, amount, amount);
        return false;
    }
}

/** Refuses some payees, as USDC does. */
contract BlockingToken is Token {
    mapping(address payee => bool) public blocked;

    function blockPayee(address payee, bool isBlocked) external {
        blocked[payee] = isBlocked;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        require(!blocked[to] && uint160(to) % 5 != 0, "blocked");
        return super.transferFrom(from, to, amount);
    }
}

/** Calls whoever is paid, as ERC-777 does. */
contract CallingToken is Token {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        if (to.code.length != 0) {
            (bool done, ) = to.call(abi.encodeWithSignature("tokensReceived(address,uint256)", from, amount));
            done;
        }
        return true;
    }
}
