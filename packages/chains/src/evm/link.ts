import {
  type PaymentLink,
  type PaymentLinkFault,
  type PaymentLinks,
  remarkOf,
  saysMore,
  splitLink,
} from '../payment-link.ts';

/** An address, or a registered name, which has a dot. */
const named = String.raw`0x[0-9A-Fa-f]{40}|[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)+`;
const isNamed = new RegExp(`^(?:${named})$`);
const target = new RegExp(String.raw`^(?:pay-)?(${named})(?:@(\d{1,20}))?(?:\/(\w+))?$`);
/** Words for whoever pays, and what the link would have the transaction cost: that is ours to choose. */
const aside = ['gas', 'gasLimit', 'gasPrice', 'label', 'message'];
/** No amount of smallest units has more digits (2^256). */
const mostDigits = 78;

/** A number of EIP-681 in plain digits: it may have a fraction and an exponent, and be a whole number all the same. @returns undefined where it is none */
function wholeOf(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^\+?(\d*)(?:\.(\d+))?(?:[eE](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '') return undefined;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > Number(exponent)) return undefined;
  const digits = (whole + significant + '0'.repeat(Number(exponent) - significant.length)).replace(/^0+(?=\d)/, '');
  return digits.length > mostDigits ? undefined : digits;
}

interface Asked extends Pick<PaymentLink, 'address' | 'network' | 'remark'> {
  readonly units: string | undefined;
}

/** @param contract of the token that the amount is of; '' for the chain's own coin */
function linkOf({ units: text, ...asked }: Asked, contract: string): PaymentLink | PaymentLinkFault {
  const units = text === undefined ? undefined : wholeOf(text);
  if (text !== undefined && units === undefined) return 'amount';
  const open = units === undefined && contract === '';
  return {
    ...{ ...asked, memo: '', contract: open ? undefined : contract },
    amount: units === undefined ? undefined : { units },
  };
}

/**
 * EIP-681: `ethereum:[pay-]<address>[@<chain id>]?value=<wei>`, and of a token `ethereum:[pay-]<contract>[@<chain id>]/transfer?address=<payee>&uint256=<units>`.
 * Every other function is a call, and so may be whatever else stands in a link.
 */
export const links: PaymentLinks = {
  scheme: 'ethereum',
  network: 'Ethereum',
  mainnet: '1',
  read: (rest) => {
    const { path, query } = splitLink(rest) ?? { path: '' };
    const [, account, network = '', call] = target.exec(path) ?? [];
    if (account === undefined || !query) return 'malformed';
    const asked = { network: network.replace(/^0+(?=\d)/, ''), remark: remarkOf(query) };
    if (call === undefined) {
      if (saysMore(query, ['value', ...aside])) return 'demands';
      return linkOf({ ...asked, address: account, units: query.get('value') }, '');
    }
    if (call !== 'transfer' || saysMore(query, ['address', 'uint256', ...aside])) return 'demands';
    const address = query.get('address') ?? '';
    if (!isNamed.test(address)) return 'malformed';
    return linkOf({ ...asked, address, units: query.get('uint256') }, account);
  },
};
