/** "Send and close": what was written goes out first, and is closed only once it is out. */
import type { ComposerActor } from './composer.machine.ts'

/**
 * Sends what stands in the box and calls `close` when nothing of this conversation is on its way any more. The wish ends
 * with a refusal, with a "Don't send", and where there was nothing to send. It lives as long as the composer, not the
 * screen: whoever pressed it may be in the next conversation by then.
 */
export function sendThenClose(composer: ComposerActor, close: () => void): void {
  const before = composer.getSnapshot().context.bubbles
  let sent = false
  composer.send({ type: 'send.requested' })
  // One that was refused and is sent once more is no other one than before, but it is on its way again.
  const { bubbles, question } = composer.getSnapshot().context
  if (bubbles === before && question === null) return

  const links = [
    composer.on('sent', () => {
      sent = true
    }),
    composer.subscribe({
      next: ({ context }) => {
        const { bubbles, question } = context
        const isRefused = bubbles.some(({ state }) => state === 'failed' || state === 'unconfirmed')
        if (!isRefused && (bubbles.length > 0 || question !== null)) return
        end()
        if (!isRefused && sent) close()
      },
      complete: () => end(),
    }),
  ]
  function end() {
    for (const link of links) link.unsubscribe()
  }
}
