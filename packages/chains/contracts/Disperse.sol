// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/**
 * Pays many by one transaction, out of what the caller sends along or has allowed this contract to take.
 *
 * Nobody owns it, nothing of it can be changed, and it keeps nothing: it has no storage, holds no token at any time, and the coins of a call are all gone when
 * the call ends. It takes of nobody but its caller.
 *
 * A row is paid exactly, or not at all. One that cannot be is told by `Unpaid`, and its amount stays with the caller, so that one payee who refuses, or is
 * refused by a token, stops nobody else's payment, and can be paid by another transaction without being paid twice.
 */
contract Disperse {
    struct Row {
        address to;
        uint256 amount;
    }

    /** Nothing was paid by this row. Rows are numbered from 0. */
    event Unpaid(uint256 indexed row);

    /** The rows do not add up to what came along. */
    error WrongSum();
    /** Too little gas is left to give a row its share: paid with less, a row would seem to be refused by its payee. */
    error TooLittleGas();
    /** The caller does not take back what was not paid. */
    error NotReturned();
    /** Said inside, of a row: it is told by its event. */
    error NotPaid();

    /** What a payee may spend on taking coins: many times what a contract that only takes them needs, and no more than a block has for hundreds. */
    uint256 private constant COIN_GAS = 100_000;
    /** What a token may spend on a payment. */
    uint256 private constant TOKEN_GAS = 500_000;
    /** For the call itself, of a payee that nobody has called before. */
    uint256 private constant CALL_GAS = 50_000;

    /** Pays each row in coins. What comes along is their sum. */
    function disperseCoin(Row[] calldata rows) external payable {
        uint256 rest = msg.value;
        uint256 unpaid = 0;
        for (uint256 i = 0; i < rows.length; ++i) {
            uint256 amount = rows[i].amount;
            if (amount > rest) revert WrongSum();
            rest -= amount;
            needGas(COIN_GAS);
            if (!send(rows[i].to, amount, COIN_GAS)) {
                unpaid += amount;
                emit Unpaid(i);
            }
        }
        if (rest != 0) revert WrongSum();
        if (unpaid != 0 && !send(msg.sender, unpaid, gasleft())) revert NotReturned();
    }

    /** Pays each row in a token, straight from the caller, who has allowed this contract to take their sum. */
    function disperseToken(address token, Row[] calldata rows) external {
        for (uint256 i = 0; i < rows.length; ++i) {
            needGas(TOKEN_GAS);
            try this.payRow{gas: TOKEN_GAS}(token, msg.sender, rows[i].to, rows[i].amount) {} catch {
                emit Unpaid(i);
            }
        }
    }

    /**
     * One row, by a call of its own: whatever is not as it has to be undoes the row and nothing else. Tokens that answer nothing (USDT) are taken at their word, those
     * that keep a part of a payment are not.
     */
    function payRow(address token, address from, address to, uint256 amount) external {
        if (msg.sender != address(this) || to == address(this) || token.code.length == 0) revert NotPaid();
        uint256 before = balanceOf(token, to);
        (bool done, bytes memory said) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount)
        );
        if (!done || (said.length != 0 && !abi.decode(said, (bool)))) revert NotPaid();
        if (balanceOf(token, to) != before + amount) revert NotPaid();
    }

    function balanceOf(address token, address owner) private view returns (uint256) {
        (bool done, bytes memory said) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", owner));
        if (!done || said.length < 32) revert NotPaid();
        return abi.decode(said, (uint256));
    }

    /** A call is given 63 of 64 parts of what is left at most (EIP-150), without a word where that is less than was meant. */
    function needGas(uint256 share) private view {
        if (gasleft() < share + share / 32 + CALL_GAS) revert TooLittleGas();
    }

    /** What the payee answers is not copied: it could be made long enough to cost everything. */
    function send(address to, uint256 amount, uint256 most) private returns (bool done) {
        assembly ("memory-safe") {
            done := call(most, to, amount, 0, 0, 0, 0)
        }
    }
}
