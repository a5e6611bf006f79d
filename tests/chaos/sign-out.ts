/**
 * F35: a session ends under traffic. None of its sockets receives an event that happens more than 5 s later, on either
 * relay. The event's own time decides, because this process may be late to read what came in time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Frame } from '@foyer/contracts/live.ts'
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
  const heard: number[] = []
  const sockets = world.relayUrls.map((relayUrl) => {
    const socket = io(relayUrl, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    socket.on('events', ({ events }: Frame) => heard.push(...events.map(({ at }) => Date.parse(at))))
    socket.on('connect', () => socket.emit('subscribe', { organizationId: CEDAR.id }, () => undefined))
    return socket
  })
  try {
    traffic.start()
    await until(() => sockets.every(({ connected }) => connected) && heard.length > 0)
    const heal = isCutOff ? await cutOff(world) : () => undefined
    // The guarantee begins with the acknowledgement.
    await until(() => leaving.signOut().catch(() => false), 30_000)
    const endedAt = Date.now()
    await pause(WITHIN_MS + 2_000)
    const stillOpen = sockets.filter(({ connected }) => connected).length
    await heal()
    // The relay that was cut off learns of the revocation when it reaches the API again.
    if (isCutOff) await until(() => sockets.every(({ connected }) => !connected), 10_000)
    const late = heard.filter((at) => at > endedAt + WITHIN_MS)
    ledger.hold(
      'I12',
      late.length === 0,
      () => `${late.length} events came to a session that had ended more than 5 s before`,
    )
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
