/** F35: a session ends under traffic. After 5 s none of its sockets receives anything, on either relay. */
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { until } from '../support/until.ts'
import { CEDAR, LAKESIDE } from './clinics.ts'
import type { Day } from './rounds.ts'
import { createStaff } from './staff.ts'

const WITHIN_MS = 5_000

/** `isCutOff`: one relay loses the API in both directions and keeps Redis. */
export async function signOutRound(
  { world, ledger, traffic }: Day,
  { isCutOff }: { isCutOff: boolean },
): Promise<void> {
  const place = { url: world.apiUrl, organizationId: CEDAR.id, foreignMark: LAKESIDE.mark }
  const leaving = await createStaff(place, 'vera', ledger)
  const token = await leaving.token.get()
  const heardAt: number[] = []
  const sockets = world.relayUrls.map((relayUrl) => {
    const socket = io(relayUrl, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    socket.on('events', () => heardAt.push(performance.now()))
    socket.on('connect', () => socket.emit('subscribe', { organizationId: CEDAR.id }, () => undefined))
    return socket
  })
  try {
    traffic.start()
    await until(() => sockets.every(({ connected }) => connected) && heardAt.length > 0)
    const heal = isCutOff ? await cutOff(world) : () => undefined
    // The guarantee begins with the acknowledgement.
    await until(() => leaving.signOut().catch(() => false), 30_000)
    const endedAt = performance.now()
    await pause(WITHIN_MS + 2_000)
    const stillOpen = sockets.filter(({ connected }) => connected).length
    await heal()
    // The relay that was cut off learns of the revocation when it reaches the API again.
    if (isCutOff) await until(() => sockets.every(({ connected }) => !connected), 10_000)
    const late = heardAt.filter((at) => at > endedAt + WITHIN_MS)
    ledger.hold('I12', late.length === 0, () => `${late.length} frames came to a session that ended more than 5 s ago`)
    ledger.hold('I12', isCutOff || stillOpen === 0, () => 'a socket of an ended session is still open')
    ledger.count('sessions ended')
    for (const relayUrl of world.relayUrls)
      ledger.hold('I12', !(await isLetIn(relayUrl, token)), () => 'a relay accepts the token of an ended session')
  } finally {
    for (const socket of sockets) socket.close()
    await traffic.stop()
  }
}

async function cutOff({ lines, webhookLines }: Day['world']) {
  const toApi = lines.find(({ name }) => name === 'relay 1 to api')
  webhookLines[0]?.turn('hang')
  await toApi?.turn('swallow')
  return async () => {
    webhookLines[0]?.turn('open')
    await toApi?.turn('open')
  }
}

async function isLetIn(relayUrl: string, token: string): Promise<boolean> {
  const socket = io(relayUrl, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  const verdict = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
  socket.close()
  return verdict
}
