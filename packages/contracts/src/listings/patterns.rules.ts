/** Rows of words as rules have them, and the one scan that finds them in the words of a sentence. */

export interface Pattern<Label> {
  readonly label: Label
  readonly steps: readonly Step[]
}

interface Step {
  readonly words: ReadonlySet<string>
  /** How many words may stand before this one. */
  readonly gap: number
  readonly isOptional: boolean
}

/** Patterns by each word that may begin them, so that a text is scanned once. */
export interface Book<Label> {
  readonly byFirst: ReadonlyMap<string, readonly Pattern<Label>[]>
}

type Classes = Readonly<Record<string, readonly string[]>>

export function compilePatterns<Label>(written: readonly (readonly [Label, string])[], classes: Classes): Book<Label> {
  const byFirst = new Map<string, Pattern<Label>[]>()
  for (const [label, text] of written) {
    const steps = stepsOf(text, classes)
    for (const word of steps[0]?.words ?? []) {
      const known = byFirst.get(word)
      const pattern = { label, steps }
      if (known) known.push(pattern)
      else byFirst.set(word, [pattern])
    }
  }
  return { byFirst }
}

function stepsOf(text: string, classes: Classes): Step[] {
  let gap = 0
  return text.split(' ').flatMap((part) => {
    if (part.startsWith('*')) {
      gap = Number(part.slice(1))
      return []
    }
    const isOptional = part.startsWith('?')
    const names = (isOptional ? part.slice(1) : part).split('|')
    const step = { words: new Set(names.flatMap((name) => classes[name] ?? [name])), gap, isOptional }
    gap = 0
    return [step]
  })
}

export interface Match<Label> {
  readonly label: Label
  /** The first and the last word. */
  readonly first: number
  readonly last: number
}

/** The patterns that begin at this word. Each word costs a bounded number of steps, so the scan is linear. */
export function matchesAt<Label>(
  { byFirst }: Book<Label>,
  words: readonly string[],
  first: number,
  barriers: ReadonlySet<string>,
): Match<Label>[] {
  const found: Match<Label>[] = []
  for (const { label, steps } of byFirst.get(words[first] ?? '') ?? []) {
    const last = follow(steps, { words, barriers, at: first + 1, step: 1 })
    if (last !== null) found.push({ label, first, last })
  }
  return found
}

interface Place {
  readonly words: readonly string[]
  readonly barriers: ReadonlySet<string>
  readonly at: number
  readonly step: number
}

/** The place of the last word; null if the words go on otherwise. */
function follow(steps: readonly Step[], place: Place): number | null {
  const step = steps[place.step]
  if (!step) return place.at - 1
  for (let skipped = 0; skipped <= step.gap; skipped++) {
    const at = place.at + skipped
    const word = place.words[at]
    if (word === undefined) break
    if (step.words.has(word)) {
      const last = follow(steps, { ...place, at: at + 1, step: place.step + 1 })
      if (last !== null) return last
    }
    if (place.barriers.has(word)) break
  }
  return step.isOptional ? follow(steps, { ...place, step: place.step + 1 }) : null
}
