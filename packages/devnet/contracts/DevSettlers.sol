// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

interface Token {
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Passes on how a call failed, as it said it.
function failAs(bytes memory reason) pure {
    assembly ("memory-safe") {
        revert(add(reason, 0x20), mload(reason))
    }
}

/// For tests: by the methods and the promises of 0x's AllowanceHolder. While a call lasts, one contract may take so much of one token of whoever calls.
contract DevAllowanceHolder {
    /// A token was to be called, of which this contract may take what others allowed it.
    error ConfusedDeputy();

    mapping(address operator => mapping(address owner => mapping(address token => uint256))) private left;

    function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory)
    {
        (bool answers, bytes memory balance) = target.staticcall(abi.encodeCall(Token.balanceOf, (msg.sender)));
        if (answers && balance.length >= 32) revert ConfusedDeputy();
        left[operator][msg.sender][token] = amount;
        (bool done, bytes memory result) = target.call{value: msg.value}(bytes.concat(data, bytes20(msg.sender)));
        if (!done) failAs(result);
        left[operator][msg.sender][token] = 0;
        return result;
    }

    function transferFrom(address token, address owner, address recipient, uint256 amount) external returns (bool) {
        left[msg.sender][owner][token] -= amount;
        require(Token(token).transferFrom(owner, recipient, amount), "not taken");
        return true;
    }
}

/// The steps that this one knows, by the names that 0x has for them.
interface Steps {
    struct Permitted {
        address token;
        uint256 amount;
    }
    struct Permit {
        Permitted permitted;
        uint256 nonce;
        uint256 deadline;
    }

    function TRANSFER_FROM(address recipient, Permit calldata permit, bytes calldata sig) external;
    function NATIVE_CHECK(uint256 deadline, uint256 msgValue) external;
    function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes calldata data) external;
}

/// For tests: by the methods and the promises of 0x's Settler. It makes the steps that it is told, and at least so much comes of them, or nothing happened.
contract DevSettler {
    error TooMuchSlippage(address token, uint256 expected, uint256 actual);
    error SignatureExpired(uint256 deadline);
    error MsgValueMismatch(uint256 expected, uint256 actual);
    error ActionInvalid(uint256 step);

    struct AllowedSlippage {
        address payable recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    address private constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    DevAllowanceHolder private immutable holder;

    constructor(DevAllowanceHolder holder_) {
        holder = holder_;
    }

    receive() external payable {}

    function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32) external payable returns (bool) {
        // Whoever calls the holder stands behind the data.
        require(msg.sender == address(holder), "not by the holder");
        address sender = address(bytes20(msg.data[msg.data.length - 20:]));
        for (uint256 i = 0; i < actions.length; i++) {
            bytes4 step = bytes4(actions[i][:4]);
            if (step == Steps.TRANSFER_FROM.selector) take(sender, actions[i][4:]);
            else if (step == Steps.NATIVE_CHECK.selector) check(actions[i][4:]);
            else if (step == Steps.BASIC.selector) sell(actions[i][4:]);
            else revert ActionInvalid(i);
        }
        giveBack(slippage);
        return true;
    }

    function take(address sender, bytes calldata data) private {
        (address recipient, Steps.Permit memory permit, bytes memory sig) = abi.decode(data, (address, Steps.Permit, bytes));
        require(sig.length == 0 && permit.nonce == 0, "nothing is signed");
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        holder.transferFrom(permit.permitted.token, sender, recipient, permit.permitted.amount);
    }

    function check(bytes calldata data) private {
        (uint256 deadline, uint256 value) = abi.decode(data, (uint256, uint256));
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        if (msg.value > value) revert MsgValueMismatch(value, msg.value);
    }

    /// A part of what there is of a token, or of coins, goes into a pool; how much is written into what the pool is told.
    function sell(bytes calldata data) private {
        (address token, uint256 bps, address pool, uint256 offset, bytes memory order) =
            abi.decode(data, (address, uint256, address, uint256, bytes));
        require(pool != address(holder), "of nobody's allowance");
        uint256 value;
        if (token == COIN) {
            value = (address(this).balance * bps) / 10_000;
        } else {
            uint256 amount = (Token(token).balanceOf(address(this)) * bps) / 10_000;
            require(order.length >= offset + 32, "no place");
            assembly ("memory-safe") {
                mstore(add(add(order, 0x20), offset), amount)
            }
            Token(token).approve(pool, amount);
        }
        (bool done, bytes memory reason) = pool.call{value: value}(order);
        if (!done) failAs(reason);
    }

    function giveBack(AllowedSlippage calldata slippage) private {
        bool coins = slippage.buyToken == COIN;
        uint256 amount = coins ? address(this).balance : Token(slippage.buyToken).balanceOf(address(this));
        if (amount < slippage.minAmountOut) revert TooMuchSlippage(slippage.buyToken, slippage.minAmountOut, amount);
        if (coins) {
            (bool sent, ) = slippage.recipient.call{value: amount}("");
            require(sent, "not given back");
        } else {
            require(Token(slippage.buyToken).transfer(slippage.recipient, amount), "not given back");
        }
    }
}
