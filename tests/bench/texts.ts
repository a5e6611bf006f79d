/**
 * Measures the whole product at 100 texts a second of one organization: from the carrier's post to the commit and the
 * frame. A text that is refused temporarily is posted again, as the carrier does, and counts from its first post.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createWorldOnDisk } from '../support/world.ts'
import { connectToRelay, run, type Samples } from './delivery.bench.ts'
import { ms, quantile, type Row } from './statistics.ts'

const SCREENS = 5
const PER_SECOND = 100
const TEXTS = 600
const MOST_MS = 100
const TRIES = 10
const AGAIN_MS = 500

export async function benchTexts(): Promise<Row[]> {
  const world = await createWorldOnDisk({ LOG_LEVEL: 'fatal' })
  try {
    const line = await connectToRelay(world.url, SCREENS)
    const { say } = line
    let refused = 0
    line.say = async (word) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await say(word)
        } catch (error) {
          if (tries === TRIES) throw error
          refused += 1
          await pause(AGAIN_MS)
        }
      }
    }
    await run(line, { words: 100, perSecond: PER_SECOND, prefix: 'warm' }, { heard: [], afterAccepted: [] })
    refused = 0
    const samples: Samples = { heard: [], afterAccepted: [] }
    await run(line, { words: TEXTS, perSecond: PER_SECOND, prefix: 'text' }, samples)
    for (const socket of line.sockets) socket.disconnect()
    const what = `${PER_SECOND} texts/s of one organization`
    const committed = quantile(samples.afterAccepted, 0.99)
    return [
      {
        what: `${what}, accepted → frame, p99`,
        figure: ms(committed),
        baseline: `p50 ${ms(quantile(samples.afterAccepted, 0.5))}`,
        aim: `${MOST_MS} ms or less`,
        isMissed: committed > MOST_MS,
      },
      {
        what: `${what}, posted → frame, p99`,
        figure: ms(quantile(samples.heard, 0.99)),
        baseline: `p50 ${ms(quantile(samples.heard, 0.5))}, posted again ${refused}`,
      },
    ]
  } finally {
    await world.stop()
  }
}
