import { z } from 'zod';

/** Values of one field of a list's filter, at most. */
export const filterMost = 10;

type One<T extends z.ZodType> = z.output<T>;
/** What a codec decodes to; of what is the same on both sides, itself. */
const decoded = <T extends z.ZodType>(one: T) =>
  (one instanceof z.ZodCodec ? one.out : one) as z.ZodType<One<T>, One<T>>;
/**
 * One value or several between commas, at most `filterMost`: "7", or "7,8". In code one is itself, as where a field takes no other, and several are an array.
 * @param wire what the value is on the wire when it stands alone
 */
export const several = <T extends z.ZodType, W extends z.ZodType<string | number>>(one: T, wire: W) =>
  z.codec(wire, z.union([decoded(one), z.array(decoded(one)).max(filterMost)]), {
    decode: (value, context) => {
      const texts = String(value).split(',');
      const custom = (params: Record<string, unknown>): never => {
        context.issues.push({ code: 'custom', params, input: value, message: 'not one of the values' });
        return z.NEVER;
      };
      if (texts.length > filterMost) return custom({ most: filterMost });
      const read = texts.map((text) => z.safeDecode(one, text as z.input<T>));
      const wrong = read.find(({ success }) => !success)?.error?.issues[0];
      if (wrong) return custom(wrong.code === 'custom' ? (wrong.params ?? {}) : {});
      const values = read.map(({ data }) => data as One<T>);
      return values.length === 1 ? (values[0] as One<T>) : values;
    },
    encode: (value) => {
      const [first, ...others] = (Array.isArray(value) ? value : [value]).map((each) => z.encode(one, each));
      return (others.length === 0 ? first : [first, ...others].join(',')) as z.output<W>;
    },
  });
/** Several whole numbers, on the wire. */
export const wireInts = z.union([z.string().regex(/^\d{1,16}(,\d{1,16})*$/), z.int()]);
