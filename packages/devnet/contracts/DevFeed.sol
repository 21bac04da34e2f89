// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// What an asset is worth, as Chainlink's AggregatorV3Interface tells it. Anybody may say so.
contract DevFeed {
    uint8 public immutable decimals;
    string public description;
    uint80 private round;
    uint80 private answeredIn;
    int256 private answer;
    uint256 private updatedAt;

    constructor(uint8 decimals_, string memory description_) {
        (decimals, description) = (decimals_, description_);
    }

    function answerRound(uint80 round_, int256 answer_, uint256 updatedAt_, uint80 answeredIn_) external {
        (round, answer, updatedAt, answeredIn) = (round_, answer_, updatedAt_, answeredIn_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (round, answer, updatedAt, updatedAt, answeredIn);
    }
}
