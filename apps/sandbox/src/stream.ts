/** The events of the sandbox as server-sent events. A page opens the stream first and then loads the earlier events. */
import type { RequestHandler, Response } from 'express'
import type { BehaviourSwitch } from './carrier/behaviour.ts'
import type { Ledger } from './carrier/ledger.ts'
import type { Timers } from './clock.ts'
import type { FaxBehaviourSwitch } from './fax/behaviour.ts'
import { shownFax } from './fax/faxes.routes.ts'
import type { Machine } from './fax/machine.ts'
import type { Postbox } from './mail/postbox.ts'
import type { Morning } from './morning/morning.ts'

const BEAT_MS = 15_000

export interface Stream {
  readonly handler: RequestHandler
  stop(): void
}

export function createStream(parts: {
  readonly ledger: Ledger
  readonly behaviour: BehaviourSwitch
  readonly postbox: Postbox
  readonly machine: Machine
  readonly faxBehaviour: FaxBehaviourSwitch
  readonly morning: Morning | null
  readonly timers: Timers
}): Stream {
  const { ledger, behaviour, postbox, machine, faxBehaviour, morning, timers } = parts
  const pages = new Set<Response>()

  const tell = (event: string, data: unknown) => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const forget = [
    ledger.watch((text) => (text === null ? tell('reset', {}) : tell('message', text))),
    // A reset clears mails and texts together. The ledger reports it, so the mail reset is not sent.
    postbox.watch((mail) => mail !== null && tell('mail', mail)),
    behaviour.watch((now) => tell('behaviour', now)),
    machine.watch((fax) => fax !== null && tell('fax', shownFax(fax))),
    faxBehaviour.watch((now) => tell('faxBehaviour', now)),
    ...(morning ? [morning.watch((now) => tell('morning', now))] : []),
  ]
  // A heartbeat every 15 s keeps proxies and browsers from closing the idle stream.
  const beat = () => {
    for (const page of pages) page.write(': still here\n\n')
    cancelBeat = timers.after(BEAT_MS, beat)
  }
  let cancelBeat = timers.after(BEAT_MS, beat)

  return {
    handler(req, res) {
      res.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      res.write('retry: 1000\n\n')
      pages.add(res)
      req.on('close', () => pages.delete(res))
    },
    stop() {
      cancelBeat()
      for (const stopWatching of forget) stopWatching()
      for (const page of pages) page.end()
      pages.clear()
    },
  }
}
