// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/**
 * Stands in for an account while a node tries what that account would call: `eth_call` lays this code at the account's address for the time of one question
 * (a state override), so that whoever is called sees that account, and what it has is told before and after.
 *
 * It is on no chain, and has no storage.
 */
contract Trial {
    struct Nft {
        address collection;
        uint256 id;
    }

    /** What the account has of something. `known` is false where its contract does not say. */
    struct Held {
        bool known;
        uint256 amount;
    }

    /** Told first of every answer: without it somebody else has answered, such as a node that laid no code anywhere. */
    bytes32 private constant MARK = keccak256("holdfast trial 1");
    /** What a contract may spend on saying what the account has: proxies of large tokens need a tenth of it. */
    uint256 private constant LOOK_GAS = 200_000;

    /**
     * Makes the call as the account; where `to` is nobody, the data begins a contract.
     * `before` and `later` hold the chain's own coin, then the tokens, then the NFTs, as they are given.
     */
    function attempt(address to, uint256 value, bytes calldata data, address[] calldata tokens, Nft[] calldata nfts)
        external
        returns (bytes32 mark, bool success, Held[] memory before, Held[] memory later)
    {
        mark = MARK;
        before = held(tokens, nfts);
        success = to == address(0) ? begun(value, data) : called(to, value, data);
        later = held(tokens, nfts);
    }

    /** What is answered is of no use here, and nobody is to make it longer than there is gas for. */
    function called(address to, uint256 value, bytes memory data) private returns (bool success) {
        assembly ("memory-safe") {
            success := call(gas(), to, value, add(data, 32), mload(data), 0, 0)
        }
    }

    function begun(uint256 value, bytes memory data) private returns (bool success) {
        assembly ("memory-safe") {
            success := iszero(iszero(create(value, add(data, 32), mload(data))))
        }
    }

    function held(address[] calldata tokens, Nft[] calldata nfts) private view returns (Held[] memory all) {
        all = new Held[](1 + tokens.length + nfts.length);
        all[0] = Held(true, address(this).balance);
        for (uint256 n = 0; n < tokens.length; n++) {
            all[1 + n] = look(tokens[n], abi.encodeWithSignature("balanceOf(address)", address(this)));
        }
        for (uint256 n = 0; n < nfts.length; n++) all[1 + tokens.length + n] = ofNft(nfts[n]);
    }

    /** Of one number of a collection: how many of it (ERC-1155), or whether it is the account's (ERC-721). */
    function ofNft(Nft calldata nft) private view returns (Held memory) {
        Held memory many = look(nft.collection, abi.encodeWithSignature("balanceOf(address,uint256)", address(this), nft.id));
        if (many.known) return many;
        Held memory owner = look(nft.collection, abi.encodeWithSignature("ownerOf(uint256)", nft.id));
        return Held(owner.known, owner.known && owner.amount == uint160(address(this)) ? 1 : 0);
    }

    /** Of what is answered no more than a word is taken, so that nobody makes the answer longer than there is gas for. */
    function look(address source, bytes memory data) private view returns (Held memory) {
        bool said;
        uint256 word;
        assembly ("memory-safe") {
            said := staticcall(LOOK_GAS, source, add(data, 32), mload(data), 0, 32)
            said := and(said, eq(returndatasize(), 32))
            word := mload(0)
        }
        return said ? Held(true, word) : Held(false, 0);
    }

    receive() external payable {}

    /** An account takes whatever it is called with. */
    fallback() external payable {}

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    /** ERC-165, of what takes ERC-1155. */
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x4e2312e0;
    }
}
