// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Names of accounts as ENS has them (EIP-137, EIP-181): registry and resolver in one. Anybody may register any name.
contract DevNames {
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;

    function resolver(bytes32 node) external view returns (address) {
        return addr[node] != address(0) || bytes(name[node]).length > 0 ? address(this) : address(0);
    }

    function register(bytes32 node, address account, string calldata text) external {
        (addr[node], name[node]) = (account, text);
    }
}
