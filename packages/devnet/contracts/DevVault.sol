// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// What members call in tests and in the sandbox: it takes tokens by allowance, gives them and coins back, and can be told to take more than it is asked to.
contract DevVault {
    Token public immutable token;
    mapping(address => uint256) public shares;
    uint256 public greed = 1;

    constructor(Token token_) {
        token = token_;
    }

    function deposit(uint256 amount) public {
        shares[msg.sender] += amount;
        require(token.transferFrom(msg.sender, address(this), amount * greed), "not taken");
    }

    function redeem(uint256 amount, address to) public {
        require(shares[msg.sender] >= amount, "more than there is");
        shares[msg.sender] -= amount;
        require(token.transfer(to, amount), "not paid");
    }

    /// Keeps half of the coins that come along.
    function keepHalf() public payable {
        (bool sent, ) = msg.sender.call{value: msg.value / 2}("");
        require(sent, "not given back");
    }

    /// As a contract does that changes between the asking and the signature.
    function setGreed(uint256 times) public {
        greed = times;
    }

    function multicall(bytes[] calldata data) public payable {
        for (uint256 i = 0; i < data.length; i++) {
            (bool done, ) = address(this).delegatecall(data[i]);
            require(done, "a call in it failed");
        }
    }
}
