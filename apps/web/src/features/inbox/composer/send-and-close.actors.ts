/** "Send and close": closes the conversation only after the message was sent. */
import type { ComposerActor } from './composer.machine.ts'

/**
 * Sends the draft and calls `close` when no message of this conversation is left to send. The wish to close ends
 * with a refusal, with "Don't send", and when there was nothing to send. It lives as long as the composer and not
 * the screen, because the user may have moved on to the next conversation.
 */
export function sendThenClose(composer: ComposerActor, close: () => void): void {
  const before = composer.getSnapshot().context.bubbles
  let sent = false
  composer.send({ type: 'send.requested' })
  // A refused message that is sent again keeps its place in the list, but the list is a new one.
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
