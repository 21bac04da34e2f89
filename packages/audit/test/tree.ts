import {
  append,
  completedBy,
  consistencyRanges,
  emptyFrontier,
  inclusionRanges,
  leafHash,
  type NodeReader,
  proofOf,
} from '../src/index.ts';

/** A tree kept as the server keeps it: per leaf its hash and the nodes it completed. */
export function treeOf(leaves: readonly Uint8Array[]) {
  const rows: Uint8Array[][] = [];
  let frontier = emptyFrontier;
  for (const leaf of leaves) {
    const hash = leafHash(leaf);
    const { next, completed } = append(frontier, hash);
    rows.push([hash, ...completed]);
    frontier = next;
  }
  const read: NodeReader = (node) => {
    const hash = rows[completedBy(node)]?.[node.level];
    if (!hash) throw new Error(`no node ${node.level}/${node.index}`);
    return hash;
  };
  return {
    frontier,
    read,
    inclusion: (leaf: number, size: number) => proofOf(inclusionRanges(leaf, size), read),
    consistency: (first: number, second: number) => proofOf(consistencyRanges(first, second), read),
  };
}
