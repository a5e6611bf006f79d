import type { Fetch } from '../api/fetch-helper.ts'
import { signOut } from '../features/session/session.actors.ts'
import { keepDeviceChoices } from '../lib/device-choices.ts'
import { whileSessionChanges } from '../lib/session-change.ts'

/** As long as a page takes to go. */
const LEAVING_MS = 2_000

/**
 * [STATE-08] Signs out; whether the server ended the session. `onOver` takes the page away: until it is gone nobody in this
 * browser asks whose session it is. The browser forgets all that this site stored, but what was chosen for the device.
 */
export async function leaveSession(fetch: Fetch, onOver: () => void): Promise<boolean> {
  const choices = keepDeviceChoices(window)
  return whileSessionChanges(async () => {
    const isOver = await signOut(fetch).catch(() => false)
    if (isOver) {
      choices.writeBack()
      onOver()
      await new Promise((gone) => setTimeout(gone, LEAVING_MS))
    }
    choices.stop()
    return isOver
  })
}
