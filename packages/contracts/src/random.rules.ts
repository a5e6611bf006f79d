/** Random numbers that are reproducible by seed, for demo data, scripted traffic and injected faults. */
export interface Random {
  /** 0 <= n < 1 */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

export function createRandom(seed: string): Random {
  let state = hash(seed)
  // Mulberry32: small, fast and random enough for demo data and tests.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    shuffled(list) {
      return list
        .map((item) => ({ item, at: next() }))
        .sort((left, right) => left.at - right.at)
        .map(({ item }) => item)
    },
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value
}

/** Deals each item once per round, in a new order every round. */
export function createDeck<T>(random: Random, items: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = random.shuffled(items)
    const drawn = left.pop()
    if (drawn === undefined) throw new Error('The deck is empty.')
    return drawn
  }
}
