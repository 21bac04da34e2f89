export const usage = `Usage: holdfast COMMAND

  approve --signer URL --key FILE [--refuse [--reason TEXT]] [--yes] [--digest HEX] INTENT_ID
      Show a waiting request as decoded here, then sign the decision with a device key. The reason of a refusal is signed with it,
      and everybody who sees the request sees it.
      --digest refuses everything but the request with this digest.
  freeze --signer URL [--signer URL]... --key FILE [--reason TEXT]
      In an emergency: stop all signing at these signers, without any server. Only the members together lift it.
  pay --server URL --signer URL --app APP_ID --key FILE --wallet ID --symbol S [--chain ID] [--contract C] --to ADDRESS --amount A [--memo M] [--max-fee F] [--request ID]
      As an API client (API key): make the order by a signed request, read it back from the signer, and sign that it is asked for,
      if it is exactly this payment. The same --request and payment give the same order. Others still approve, as the rules say.
  rpc --server URL --signer URL --app APP_ID --key FILE --wallet ID --chain ID --node URL [--port 8545] [--max-fee F] [--wait SECONDS] [--origin URL]... [--walletconnect PROJECT [--relay URL]]
      As an API client: a wallet for any application of that network, at an address on this machine that it prints (JSON-RPC, EIP-1193). Each
      eth_sendTransaction becomes an order that members approve as the rules say, and is answered with its hash. Whatever only looks at the chain is
      asked of --node. Nothing else is signed. --origin lets a page call it; --wait is for how long a caller is kept waiting (600).
      --walletconnect: applications connect by a link (wc:…) that somebody pastes here too, over WalletConnect's relay or another, with the id of a project
      of its; the package for it is not part of Holdfast, and it says how to add it.
  address [FILE] --verify ID=IDENTITY.pub.json... [--server URL --app APP_ID --key FILE --wallet ID --symbol S [--chain ID] [--contract C]]
      Deposit addresses, from a kept reply of the server or as an API client; print them only if every signer named by its key vouches for each.
  device-key new FILE [--plain]      Make an Ed25519 device key (mode 0600); print its public part.
  device-key show FILE               Print the public part of a device key.
  status [--server URL] [--signer URL]...
  fingerprint FILE                   The words of a signer's identity.pub.json, to compare with the page.
  kit seal FILE
      Encrypt the share that "signer export" pipes in as a kit in a new file (mode 0600), and check it.
  kit recipient FILE
      Make somebody to encrypt key material to: the secret in a new file (mode 0600), the age1… recipient on the screen.
  kit open DELIVERED KIT --key FILE [--signer URL] [--fingerprint WORDS] [--compare KIT]
      Open key material from the console with that secret, and keep it as a kit under a passphrase of its own. One way to know that the signer
      made it is needed: its own address, its words as its page shows them, or another kit of the key group (the recovery kit, say).
  recover KIT... [--address CHAIN=PATH]... [--show-keys]
      Offline: check kits, derive addresses; with enough kits prove that they make the keys. --show-keys prints the private key of each address: one
      of them and the chain code move every address of the group, so it is for a wallet that cannot be swept otherwise.
  recover KIT... --address CHAIN=PATH... --chains FILE --to CHAIN=ADDRESS... [--holdings FILE] [--save-holdings FILE] [--since CHAIN=HEIGHT] [--send]
      Sign transactions that bring all coins and listed tokens of these addresses to the given one of each chain. FILE lists the chains as a
      signer's configuration does; its nodes are asked what there is, or a file that --save-holdings wrote on another machine, with one kit.
      Prints the signed transactions, or sends them.
  set-up --signer URL --key FILE --code CODE --name NAME --kit FILE --passphrase-file FILE
      Set up empty signers without a browser: first rules with this device key as owner, keys, kit. Safe to repeat.
  verify-log FILE [--key KEY]... [--checkpoint FILE]... [--signer URL]...
      Offline: check an exported audit log; name the first entry that is wrong. KEY is name+id+base64 or a file of such,
      as the server's audit status lists them; --checkpoint is one kept from earlier, --signer asks one for its last.

--passphrase-file FILE gives the passphrase of a sealed key or kit (first line; repeat it for several: for kit open the secret, the new
kit, the kit to compare).

Exit codes: 0 done, 1 refused, 2 wrong use, 3 the request or log is not sound, 4 no answer, 5 a file cannot be used.`;
