import { queryObjects } from 'node:v8'
import { Socket } from 'socket.io'
import { expect, test, vi } from 'vitest'
import { createChatPage } from '../../test/chat-page.ts'
import { createScreen } from '../../test/screen.ts'
import { startWorld, type World } from '../../test/world.ts'

const ROUNDS = 40
/** Few enough that a busy machine connects all of them before a client gives up. */
const AT_ONCE = 25
/** Tolerates the timers and connections of the test itself and of other tests in this process. */
const OTHERS_MAX = 20
/** A thousand clients take a busy machine minutes. */
const LIMIT_MS = 300_000
/** A leaked socket would take several times as much. Both ends and the test's own notes live in this process. */
const HEAP_MAX_BYTES = ROUNDS * AT_ONCE * 4_000

/** The connection and the WebSocket below a client's socket. */
interface Below {
  readonly transport: { readonly ws: { terminate(): void } }
  close(): void
}

/** Counts the objects that survive garbage collection. */
function held() {
  const sockets = queryObjects(Socket, { format: 'count' })
  const resources = process.getActiveResourcesInfo()
  const countOf = (kind: string) => resources.filter((one) => one === kind).length
  const { heapUsed } = process.memoryUsage()
  return { sockets, timers: countOf('Timeout'), connections: countOf('TCPSocketWrap'), heapUsed }
}

/**
 * Connects as a new user, subscribes, sends presence and leaves: half of them in order, the others by losing the
 * connection.
 */
async function comeAndGo(world: World, who: number): Promise<void> {
  const [sub, conversationId] = [`usr_${who}`, `con_${who}`]
  const screen = createScreen(world.url, await world.api.token({ sub }))
  expect(await screen.opened()).toBe('connected')
  expect((await screen.subscribe({ conversationIds: ['con_all'] })).ok).toBe(true)
  await screen.watch(conversationId)
  await screen.socket.emitWithAck('presence', { organizationId: 'org_cedar', conversationId, state: 'replying' })
  await screen.socket.emitWithAck('auth.renew', { token: await world.api.token({ sub }) })
  const below = screen.socket.io.engine as unknown as Below
  const waysOut = [screen.close, () => below.close(), () => below.transport.ws.terminate()]
  waysOut[who % waysOut.length]?.()
}

async function chatAndGo(world: World, who: number): Promise<void> {
  const page = createChatPage(world.url, await world.api.visitorToken({ sub: `visitor_${who}` }))
  expect(await page.opened()).toBe('connected')
  page.socket.disconnect()
}

test(
  'relay keeps no socket, timer, connection or memory of a thousand clients that have left [OPEN-096]',
  async () => {
    const world = await startWorld()
    const stays = await world.connected()
    await stays.subscribe()
    let came = 0
    async function round() {
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => {
          came += 1
          return came % 5 === 0 ? chatAndGo(world, came) : comeAndGo(world, came)
        }),
      )
      await world.change('org_cedar', {})
      // A busy machine may cut off the client that stays as well.
      await vi.waitFor(async () => expect(await world.metric('relay_sockets')).toBeLessThanOrEqual(1), {
        timeout: 60_000,
      })
    }
    // The first round creates what is made once at first use.
    await round()
    const before = held()
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) await round()

    await vi.waitFor(
      () => {
        const after = held()
        expect(after.sockets).toBeLessThanOrEqual(1)
        expect(after.timers - before.timers).toBeLessThan(OTHERS_MAX)
        expect(after.connections - before.connections).toBeLessThan(OTHERS_MAX)
        expect(after.heapUsed - before.heapUsed).toBeLessThan(HEAP_MAX_BYTES)
      },
      { timeout: 30_000, interval: 500 },
    )
  },
  LIMIT_MS,
)
