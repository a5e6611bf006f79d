/** The whole product at 100 texts a second: from the carrier's post, and so from before the commit, to the frame. */
import { createWorld } from '../support/world.ts'
import { connectToRelay, run, type Samples } from './delivery.bench.ts'
import { ms, quantile, type Row } from './statistics.ts'

const SCREENS = 5
const PER_SECOND = 100
const TEXTS = 600
const MOST_MS = 100

export async function benchTexts(): Promise<Row[]> {
  const world = await createWorld({ LOG_LEVEL: 'error' })
  try {
    const line = await connectToRelay(world.url, SCREENS)
    const samples: Samples = { heard: [], afterAccepted: [] }
    await run(line, { words: 100, perSecond: PER_SECOND, prefix: 'warm' }, { heard: [], afterAccepted: [] })
    await run(line, { words: TEXTS, perSecond: PER_SECOND, prefix: 'text' }, samples)
    for (const socket of line.sockets) socket.disconnect()
    const [p50, p99] = [quantile(samples.heard, 0.5), quantile(samples.heard, 0.99)]
    return [
      {
        what: `${PER_SECOND} texts/s, posted → committed → frame, p99`,
        figure: ms(p99),
        baseline: `p50 ${ms(p50)}`,
        aim: `${MOST_MS} ms or less`,
        isMissed: p99 > MOST_MS,
      },
    ]
  } finally {
    await world.stop()
  }
}
