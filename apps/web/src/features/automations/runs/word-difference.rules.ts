/** The words of a sentence that came and went since an older one. */

interface DifferencePart {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

/** Longer sentences are compared as a whole. */
const WORDS_MAX = 400

/** Word by word, by their longest common run; neighbours of one kind are joined. */
export function wordDifference(before: string, after: string): readonly DifferencePart[] {
  const [old, now] = [before.split(' '), after.split(' ')]
  if (before === after) return [{ text: after, kind: 'same' }]
  if (old.length > WORDS_MAX || now.length > WORDS_MAX)
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  const common = commonLengths(old, now)
  const parts: DifferencePart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [one, other] = [old[i], now[j]]
    if (one !== undefined && one === other) {
      parts.push({ text: one, kind: 'same' })
      i += 1
      j += 1
    } else if (other === undefined || (one !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))) {
      parts.push({ text: one ?? '', kind: 'removed' })
      i += 1
    } else {
      parts.push({ text: other, kind: 'added' })
      j += 1
    }
  }
  return joined(parts)
}

const at = (table: readonly (readonly number[])[], i: number, j: number) => table[i]?.[j] ?? 0

/** The longest common run of the words from each place on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = []
  for (let i = old.length - 1; i >= 0; i--) {
    const row: number[] = []
    for (let j = now.length - 1; j >= 0; j--) {
      const below = table[i + 1]
      row[j] = old[i] === now[j] ? (below?.[j + 1] ?? 0) + 1 : Math.max(below?.[j] ?? 0, row[j + 1] ?? 0)
    }
    table[i] = row
  }
  return table
}

function joined(parts: readonly DifferencePart[]): readonly DifferencePart[] {
  const all: DifferencePart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last?.kind === part.kind) all[all.length - 1] = { kind: part.kind, text: `${last.text} ${part.text}` }
    else all.push(part)
  }
  return all
}
