// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Disperse} from "../Disperse.sol";
import {Burns, Echo, Eats, Loud, Refuses, Returns, Slow} from "./Payees.sol";
import {BlockingToken, CallingToken, FeeToken, LyingToken, QuietToken, Token} from "./Tokens.sol";

interface Vm {
    function prank(address sender) external;
    function deal(address who, uint256 units) external;
    function expectRevert(bytes4 error) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/** Pays random rows to payees of every kind in every kind of token, and keeps its own books of what should have come of it. */
contract Handler {
    Disperse public immutable disperse;
    Token[] public tokens;
    address[] public payees;
    /** Somebody who has allowed the contract everything, and has paid nobody. */
    address public constant bystander = address(0xB157A);

    /** What each payee has by now of each token, as far as it was paid; 0 is the chain's coin. */
    mapping(uint256 token => mapping(address payee => uint256 units)) public paid;
    mapping(uint256 token => uint256 units) public sent;
    uint256 public constant each = 1e30;
    uint256 public calls;

    constructor(Disperse made) {
        disperse = made;
        tokens.push(new Token());
        tokens.push(new QuietToken());
        tokens.push(new FeeToken());
        tokens.push(new LyingToken());
        tokens.push(new BlockingToken());
        tokens.push(new CallingToken());
        payees.push(address(0xA11CE));
        payees.push(address(0xB0B));
        payees.push(address(new Refuses()));
        payees.push(address(new Burns()));
        payees.push(address(new Loud()));
        payees.push(address(new Eats()));
        payees.push(address(new Echo(disperse, tokens[5])));
        payees.push(address(new Returns(disperse)));
        payees.push(address(disperse));
        for (uint256 i = 0; i < tokens.length; ++i) {
            tokens[i].mint(address(this), each);
            tokens[i].mint(bystander, each);
            vm.prank(bystander);
            tokens[i].approve(address(disperse), type(uint256).max);
        }
        vm.deal(address(this), each);
        vm.deal(bystander, each);
    }

    receive() external payable {}

    function payeeCount() external view returns (uint256) {
        return payees.length;
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function rowsOf(uint256 seed) private view returns (Disperse.Row[] memory rows, uint256 sum) {
        rows = new Disperse.Row[](1 + seed % 6);
        for (uint256 i = 0; i < rows.length; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            rows[i] = Disperse.Row(payees[dice % payees.length], 1 + (dice >> 128) % 1e18);
            sum += rows[i].amount;
        }
    }

    function unitsOf(uint256 token, address who) public view returns (uint256) {
        return token == 0 ? who.balance : tokens[token - 1].balanceOf(who);
    }

    /** Of each payee the difference is that of its rows, all of them or none of each; and the sender has lost exactly what came. */
    function settle(uint256 token, Disperse.Row[] memory rows, uint256[] memory before, uint256 mine) private {
        uint256 came;
        for (uint256 p = 0; p < payees.length; ++p) {
            uint256 grown = unitsOf(token, payees[p]) - before[p];
            require(isSumOf(rows, payees[p], grown), "a row was paid in part, or twice");
            paid[token][payees[p]] += grown;
            came += grown;
        }
        uint256 lost = mine - unitsOf(token, address(this));
        require(lost == came, "what left is not what came");
        sent[token] += lost;
        ++calls;
    }

    /** Is it the sum of some of the rows to this payee, each at most once? Rows are few. */
    function isSumOf(Disperse.Row[] memory rows, address payee, uint256 units) private pure returns (bool) {
        for (uint256 set = 0; set < (1 << rows.length); ++set) {
            uint256 sum;
            bool own = true;
            for (uint256 i = 0; i < rows.length; ++i) {
                if ((set >> i) & 1 == 0) continue;
                own = own && rows[i].to == payee;
                sum += rows[i].amount;
            }
            if (own && sum == units) return true;
        }
        return false;
    }

    function balances(uint256 token) private view returns (uint256[] memory units) {
        units = new uint256[](payees.length);
        for (uint256 p = 0; p < payees.length; ++p) units[p] = unitsOf(token, payees[p]);
    }

    function payCoin(uint256 seed) external {
        (Disperse.Row[] memory rows, uint256 sum) = rowsOf(seed);
        (uint256[] memory before, uint256 mine) = (balances(0), address(this).balance);
        disperse.disperseCoin{value: sum}(rows);
        settle(0, rows, before, mine);
    }

    function payToken(uint256 seed, uint256 which) external {
        (Disperse.Row[] memory rows, uint256 sum) = rowsOf(seed);
        Token token = tokens[which % tokens.length];
        uint256 id = 1 + which % tokens.length;
        token.approve(address(disperse), sum);
        (uint256[] memory before, uint256 mine) = (balances(id), token.balanceOf(address(this)));
        disperse.disperseToken(address(token), rows);
        settle(id, rows, before, mine);
        // What a row that was not paid leaves behind may be taken by nobody but us, and not at all after this.
        token.approve(address(disperse), 0);
    }

    /** Less is allowed than the rows add up to: what is beyond it is not paid. */
    function payTooMuch(uint256 seed, uint256 which) external {
        (Disperse.Row[] memory rows, uint256 sum) = rowsOf(seed);
        Token token = tokens[which % tokens.length];
        uint256 id = 1 + which % tokens.length;
        token.approve(address(disperse), sum - 1);
        (uint256[] memory before, uint256 mine) = (balances(id), token.balanceOf(address(this)));
        disperse.disperseToken(address(token), rows);
        settle(id, rows, before, mine);
        token.approve(address(disperse), 0);
    }

    /** Another sum than the rows': nothing happens. */
    function payWrongSum(uint256 seed, bool more) external {
        (Disperse.Row[] memory rows, uint256 sum) = rowsOf(seed);
        uint256 mine = address(this).balance;
        vm.expectRevert(Disperse.WrongSum.selector);
        disperse.disperseCoin{value: more ? sum + 1 : sum - 1}(rows);
        require(address(this).balance == mine, "it kept something");
    }
}

contract DisperseInvariants {
    Disperse private disperse;
    Handler private handler;

    function setUp() public {
        disperse = new Disperse();
        handler = new Handler(disperse);
    }

    function targetContracts() public view returns (address[] memory list) {
        list = new address[](1);
        list[0] = address(handler);
    }

    function invariant_keepsNothing() public view {
        for (uint256 token = 0; token <= handler.tokenCount(); ++token)
            require(handler.unitsOf(token, address(disperse)) == 0, "something is left");
    }

    function invariant_takesOfNobodyButItsCaller() public view {
        for (uint256 token = 0; token <= handler.tokenCount(); ++token)
            require(handler.unitsOf(token, handler.bystander()) == handler.each(), "somebody else has paid");
    }

    function invariant_whatLeftIsWhatCame() public view {
        for (uint256 token = 0; token <= handler.tokenCount(); ++token) {
            uint256 came;
            for (uint256 p = 0; p < handler.payeeCount(); ++p) came += handler.paid(token, handler.payees(p));
            require(came == handler.sent(token), "the sums differ");
            require(handler.unitsOf(token, address(handler)) == handler.each() - came, "the sender lost something else");
        }
    }
}

contract DisperseTest {
    Disperse private disperse;
    address private constant ann = address(0xA11CE);
    address private constant bob = address(0xB0B);

    function setUp() public {
        disperse = new Disperse();
        vm.deal(address(this), 1e24);
    }

    receive() external payable {}

    function rows(address a, address b) private pure returns (Disperse.Row[] memory list) {
        list = new Disperse.Row[](2);
        list[0] = Disperse.Row(a, 3);
        list[1] = Disperse.Row(b, 4);
    }

    function test_aPayeeWhoRefusesStopsNobodyElse() public {
        address[4] memory odd = [address(new Refuses()), address(new Burns()), address(new Eats()), address(disperse)];
        for (uint256 i = 0; i < odd.length; ++i) {
            (uint256 had, uint256 mine) = (bob.balance, address(this).balance);
            disperse.disperseCoin{value: 7}(rows(odd[i], bob));
            require(odd[i].balance == 0 && bob.balance == had + 4 && address(this).balance == mine - 4, "not as meant");
        }
    }

    function test_aLongAnswerCostsNothing() public {
        address loud = address(new Loud());
        disperse.disperseCoin{value: 7}(rows(loud, bob));
        require(loud.balance == 0 && bob.balance == 4, "not as meant");
    }

    function test_tokensThatAnswerNothingAreTaken_thoseThatKeepAPartAreNot() public {
        Token quiet = new QuietToken();
        Token fee = new FeeToken();
        Token lying = new LyingToken();
        Token[3] memory all = [quiet, fee, lying];
        for (uint256 i = 0; i < all.length; ++i) {
            all[i].mint(address(this), 100);
            all[i].approve(address(disperse), 7);
            disperse.disperseToken(address(all[i]), rows(ann, bob));
            uint256 came = i == 0 ? 7 : 0;
            require(all[i].balanceOf(ann) + all[i].balanceOf(bob) == came, "not as meant");
            require(all[i].balanceOf(address(this)) == 100 - came, "something is lost");
        }
    }

    function test_aPayeeWhomATokenRefusesIsNotPaid_andCanBeAgain() public {
        BlockingToken token = new BlockingToken();
        token.mint(address(this), 100);
        token.blockPayee(ann, true);
        token.approve(address(disperse), 7);
        disperse.disperseToken(address(token), rows(ann, bob));
        require(token.balanceOf(ann) == 0 && token.balanceOf(bob) == 4, "not as meant");
        token.blockPayee(ann, false);
        Disperse.Row[] memory failed = new Disperse.Row[](1);
        failed[0] = Disperse.Row(ann, 3);
        disperse.disperseToken(address(token), failed);
        require(token.balanceOf(ann) == 3 && token.balanceOf(bob) == 4, "paid twice");
        require(token.allowance(address(this), address(disperse)) == 0, "something may still be taken");
    }

    function test_nobodyElseMovesARow() public {
        Token token = new Token();
        token.mint(ann, 100);
        vm.prank(ann);
        token.approve(address(disperse), 100);
        vm.expectRevert(Disperse.NotPaid.selector);
        disperse.payRow(address(token), ann, bob, 1);
        disperse.disperseToken(address(token), rows(bob, bob));
        require(token.balanceOf(ann) == 100 && token.balanceOf(bob) == 0, "it took of somebody else");
    }

    function test_whatIsNoTokenPaysNothing() public {
        disperse.disperseToken(address(0xdead), rows(ann, bob));
        disperse.disperseToken(address(disperse), rows(ann, bob));
    }

    function test_tooLittleGasPaysNobody(uint256 gas) public {
        gas = 40_000 + gas % 200_000;
        address slow = address(new Slow());
        (bool done, ) = address(disperse).call{value: 7, gas: gas}(
            abi.encodeCall(Disperse.disperseCoin, (rows(bob, slow)))
        );
        require(bob.balance == (done ? 3 : 0), "paid though it failed");
        if (done) require(slow.balance == 4, "a row was left out for want of gas");
    }

    function test_takesNoCoinsByThemselves() public {
        (bool done, ) = address(disperse).call{value: 1}("");
        require(!done, "it took coins");
    }
}
