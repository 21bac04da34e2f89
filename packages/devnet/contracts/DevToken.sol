// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token of the devnet. Anybody may mint: the coins of a local chain have no value.
contract DevToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(string memory name, string memory symbol, uint8 decimals_) ERC20(name, symbol) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// The stablecoin that the sandbox lists: 6 decimals, no constructor arguments.
contract DevUsdc is DevToken {
    constructor() DevToken("USD Coin (devnet)", "USDC", 6) {}
}

/// Pays on by an internal call and can be told to fail: what deposit detection has to get right (threats T39).
contract DevForwarder {
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "forward failed");
    }

    /// Emits the token's Transfer event, then undoes everything.
    function transferThenFail(ERC20 token, address to, uint256 amount) external {
        token.transferFrom(msg.sender, to, amount);
        revert("undone");
    }

    receive() external payable {
        revert("not payable");
    }
}
