#!/usr/bin/env bash
# bash tour.sh, with HOLDFAST_ORIGIN, HOLDFAST_APP_ID, HOLDFAST_KEY (a file, PEM) and HOLDFAST_PAYEE (an Ethereum address).
set -euo pipefail
url=${HOLDFAST_URL:-$HOLDFAST_ORIGIN}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# call GET PATH?QUERY, or call POST PATH BODY: signed as RFC 9421 says.
call() {
  local method=$1 target=$2 body=${3-} covered='("@method" "@target-uri")' digest='' extra=()
  local nonce
  nonce=$(openssl rand -base64 18 | tr '+/' '-_' | tr -d '=\n')
  if [ "$method" = POST ]; then
    covered='("@method" "@target-uri" "content-digest")'
    digest="sha-256=:$(printf %s "$body" | openssl dgst -sha256 -binary | base64 -w 0):"
    extra=(-H "content-digest: $digest" -H 'content-type: application/x-www-form-urlencoded' --data-binary "$body")
  fi
  local params="$covered;created=$(date +%s);nonce=\"$nonce\";keyid=\"$HOLDFAST_APP_ID\";alg=\"ed25519\";tag=\"holdfast\""
  {
    printf '"@method": %s\n"@target-uri": %s%s\n' "$method" "$HOLDFAST_ORIGIN" "$target"
    [ -z "$digest" ] || printf '"content-digest": %s\n' "$digest"
    printf '"@signature-params": %s' "$params"
  } > "$work/base"
  local signature
  signature=$(openssl pkeyutl -sign -rawin -inkey "$HOLDFAST_KEY" -in "$work/base" | base64 -w 0)
  curl --silent --show-error --max-time 30 -X "$method" "$url$target" \
    -H "signature-input: sig1=$params" -H "signature: sig1=:$signature:" ${extra[@]+"${extra[@]}"}
  echo
}

call GET /openapi/mpc/client/info
call GET '/openapi/mpc/sub_wallet/list?max_id=0&size=1'
call GET '/openapi/mpc/billing/sync_deposit_list?max_id=0'
# Asked for again by its request_id, a payment stays one.
payment="request_id=$HOLDFAST_APP_ID-payment-sh&sub_wallet_id=${HOLDFAST_WALLET:-1}&symbol=ETH&address_to=$HOLDFAST_PAYEE&amount=0.01"
call POST /openapi/mpc/sub_wallet/withdraw "$payment"
call POST /openapi/mpc/sub_wallet/withdraw "$payment"
call GET "/openapi/mpc/billing/withdraw_list?request_ids=$HOLDFAST_APP_ID-payment-sh"
