import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports that systems assign, so that no other connection gets one by chance. */
const [FROM, TO] = [20_000, 30_000]
/** Ports given out in this process, on which nothing may listen yet. */
const given = new Set<number>()

/** Returns a port that nothing listens on and that this process gives to no one else. */
export async function freePort(random: (from: number, to: number) => number = randomInt): Promise<number> {
  for (;;) {
    const port = random(FROM, TO)
    if (given.has(port)) continue
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    given.add(port)
    return port
  }
}
