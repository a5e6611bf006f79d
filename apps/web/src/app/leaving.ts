import type { Fetch } from '../api/fetch-helper.ts'
import { sendToTabs } from '../features/session/idle/idle.actors.ts'
import { signOut } from '../features/session/session.actors.ts'
import type { SessionExit } from '../features/session/user-provider.tsx'
import { keepDeviceChoices } from '../lib/device-choices.ts'
import { whileSessionChanges } from '../lib/session-change.ts'
import type { AppState } from '../state/app-state.ts'

/** The time that a page takes to unload. */
const LEAVING_MS = 2_000
const EXIT = '/sign-in'
/** Without an answer for this long, the user is told that they are still signed in. */
const TIMEOUT_MS = 10_000

export type Exits = Pick<SessionExit, 'expectEnd' | 'endSession'>

/**
 * [STATE-08] Signs out on purpose by calling `end`, which rejects if the server did not end the session. Then the page
 * unloads; until it is gone no tab of this browser checks the session. The relay and the storage may report the end
 * before the answer arrives, so no tab may redirect the user back to where they were. The browser deletes everything
 * that this site stored, except the device's choices.
 */
export async function leaveSession(
  { expectEnd, endSession }: Exits,
  app: Pick<AppState, 'signOut'>,
  fetch: Fetch,
  end: () => Promise<unknown> = () => endThisOne(fetch),
): Promise<void> {
  const choices = keepDeviceChoices(window)
  let isOver = false
  expectEnd(EXIT)
  sendToTabs({ type: 'tab.leaving', why: 'left' })
  try {
    await whileSessionChanges(async () => {
      await end()
      isOver = true
      choices.handOver()
      app.signOut()
      endSession(EXIT)
      await new Promise((gone) => setTimeout(gone, LEAVING_MS))
    })
  } finally {
    choices.stop()
    if (!isOver) {
      sendToTabs({ type: 'tab.stays' })
      expectEnd(undefined)
    }
  }
}

async function endThisOne(fetch: Fetch): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (!(await signOut((address, init) => fetch(address, { ...init, signal }))))
    throw new Error('The session was not ended.')
}
