// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Disperse} from "../Disperse.sol";
import {Token} from "./Tokens.sol";

/** Takes no coins. */
contract Refuses {
    receive() external payable {
        revert("no");
    }
}

/** Spends all that it is given. */
contract Burns {
    receive() external payable {
        while (true) {}
    }
}

/** Refuses by an invalid instruction, which eats all gas. */
contract Eats {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}

/** Refuses with an answer as long as its gas goes. */
contract Loud {
    receive() external payable {
        assembly {
            revert(0, 40000)
        }
    }
}

/** Takes coins, and spends more than half of what a payee may on it. */
contract Slow {
    receive() external payable {
        uint256 end = gasleft() - 60_000;
        while (gasleft() > end) {}
    }
}

/** Calls the contract again while it pays, with what it got: by both ways, for itself. */
contract Echo {
    Disperse private immutable disperse;
    Token private immutable token;

    constructor(Disperse made, Token asset) {
        disperse = made;
        token = asset;
    }

    function rowsToSelf(uint256 amount) private view returns (Disperse.Row[] memory rows) {
        rows = new Disperse.Row[](2);
        rows[0] = Disperse.Row(address(this), amount);
        rows[1] = Disperse.Row(address(this), amount);
    }

    receive() external payable {
        // Twice what came: it is not there.
        try disperse.disperseCoin{value: msg.value}(rowsToSelf(msg.value)) {} catch {}
        try disperse.disperseToken(address(token), rowsToSelf(1)) {} catch {}
    }

    function tokensReceived(address from, uint256 amount) external {
        try disperse.disperseToken(address(token), rowsToSelf(amount)) {} catch {}
        try disperse.payRow(address(token), from, address(this), amount) {} catch {}
    }
}

/** Gives back what came, to the contract: it takes nothing. */
contract Returns {
    Disperse private immutable disperse;

    constructor(Disperse made) {
        disperse = made;
    }

    receive() external payable {
        (bool done, ) = address(disperse).call{value: msg.value}("");
        require(done, "not taken");
    }
}
