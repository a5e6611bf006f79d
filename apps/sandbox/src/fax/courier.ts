/** Posts the fax service's callbacks, which nobody signs. They are tried a few times and then given up, as the real ones are. */
import type { Timers } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { SandboxLog } from '../log.ts'
import { reachable } from '../reachable.ts'
import type { MachineFax } from './machine-fax.ts'
import { wireOf } from './wire.rules.ts'

export interface FaxCourier {
  tell(fax: MachineFax): void
}

const TRIES = 4
const AGAIN_MS = 1000
const ANSWER_MS = 10_000

export function createFaxCourier(parts: {
  readonly config: SandboxConfig
  readonly timers: Timers
  readonly log: SandboxLog
}): FaxCourier {
  const { config, timers, log } = parts

  async function post(url: string, fax: MachineFax, tried: number): Promise<void> {
    const form = new FormData()
    form.append('event', 'FAX_COMPLETED')
    form.append('eventTime', timers.now().toISOString())
    form.append('fax', JSON.stringify(wireOf(fax, config)))
    const [cover] = fax.files
    if (cover) form.append('file', new Blob([new Uint8Array(cover.bytes)], { type: 'application/pdf' }), 'fax.pdf')
    const status = await fetch(reachable(url, config), {
      method: 'POST',
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.status
      },
      () => null,
    )
    if (status !== null && status < 500) {
      if (status >= 300) log.warn({ status }, 'a fax callback was refused')
      return
    }
    if (tried < TRIES) timers.after(AGAIN_MS * tried, () => void post(url, fax, tried + 1))
  }

  return {
    tell(fax) {
      if (fax.callbackUrl !== null) void post(fax.callbackUrl, fax, 1)
    },
  }
}
