// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155URIStorage.sol";

/// Pictures that anybody may mint, each with what it says of itself.
contract DevNft is ERC721URIStorage {
  constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

  function mint(address to, uint256 id, string calldata uri) external {
    _mint(to, id);
    _setTokenURI(id, uri);
  }
}

/// The same where there may be several of one.
contract DevNfts is ERC1155URIStorage {
  string public name;

  constructor(string memory name_) ERC1155("") {
    name = name_;
  }

  function mint(address to, uint256 id, uint256 amount, string calldata uri_) external {
    _mint(to, id, amount, "");
    _setURI(id, uri_);
  }

  function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
    _mintBatch(to, ids, amounts, "");
  }
}

/// Tells of transfers that never were.
contract LyingNft {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);

  function tell(address to, uint256 id) external {
    emit Transfer(address(0), to, id);
  }

  function ownerOf(uint256) external view returns (address) {
    return address(this);
  }
}
