import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to connections that leave, and to whoever listens anywhere: nobody gets one by chance. */
const [FROM, TO] = [20_000, 30_000]
/** Given to somebody of this process, who may not listen yet, or not just now. */
const given = new Set<number>()

/** A port that nobody listens on just now, and that stays so while whoever is to have it starts, or is away. */
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
