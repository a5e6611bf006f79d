/** The lint of the longest reply beside one of an eighth: linear is 8 times, and a key press has 2 ms. */
import { FACTS } from '@foyer/contracts/listings/lint-facts.suite.ts'
import { lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import { median, ms, type Row, ratio } from './statistics.ts'

const LONGEST = 4096
const PARTS = ['your ', 'a', '1 ', 'You were seen on Tuesday, Karen. ', 'a-', 'no record never been ', '@']
const RUNS = 40

export async function benchLint(): Promise<Row[]> {
  return PARTS.map((part) => {
    const text = part.repeat(LONGEST).slice(0, LONGEST)
    const [short, long] = [took(text.slice(0, LONGEST / 8)), took(text)]
    return {
      ...{ what: `${LONGEST} bytes of "${part}", and an eighth`, baseline: ms(short), figure: ms(long) },
      ...{ ratio: ratio(long, short), aim: '2 ms' },
    }
  })
}

function took(text: string): number {
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now()
    lintReply(text, FACTS)
    return performance.now() - from
  })
  return median(times)
}
