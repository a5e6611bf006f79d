import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { useRef, useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import type { ComposerActor } from '../composer/composer.machine.ts'
import { refusalWords } from './refusal-words.rules.ts'

/** What a staff member does with a scheduled text. Every call names the version that the screen shows. */
export function useScheduledChanges(
  text: Scheduled,
  composer: ComposerActor,
  onChanged: (epoch: string, texts: readonly Scheduled[]) => void,
) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const keeping = useRef<{ asked: string; key: string } | null>(null)
  const { _id, organizationId, version } = text
  const about = { organizationId, _id, version }

  /** Returns the changed text, or null after a failure that was reported to the user. */
  async function change(call: () => Promise<{ data: Scheduled; epoch: string }>): Promise<Scheduled | null> {
    if (busy) return null
    setBusy(true)
    try {
      const { data, epoch } = await call()
      onChanged(epoch, [data])
      return data
    } catch (error) {
      const { stale, words } = refusalWords(error)
      notifyError(stale ? 'Someone wrote in the meantime. Read it, then decide.' : words)
      return null
    } finally {
      setBusy(false)
    }
  }

  const cancelSchedule = () => change(() => api('cancelScheduledMessage', { body: about }))
  return {
    busy,
    async cancel() {
      if (await cancelSchedule()) notifySuccess('The text is not sent')
    },
    /** Cancels the schedule first, so that the text can't be sent twice. */
    async sendNow() {
      const taken = await cancelSchedule()
      if (taken?.status === 'cancelled') composer.send({ type: 'words.sent', text: text.message })
    },
    /** Keeps a held text; `now` sends it at once. */
    async keep({ now }: { now: boolean }) {
      const { screen, newId } = composer.getSnapshot().context
      // The same decision keeps its key, so that a retry can't send the text twice.
      const asked = `${version} ${now}`
      if (keeping.current?.asked !== asked) keeping.current = { asked, key: newId() }
      const { key } = keeping.current
      const body = { ...about, now, seenVersion: screen().seen }
      const kept = await change(() => api('keepScheduledMessage', { body, idempotencyKey: key }))
      // After a refusal the next try is another decision, made on what the screen shows then.
      if (kept === null) keeping.current = null
      else notifySuccess(now ? 'Text sent' : 'The text goes out at its time')
    },
    async reschedule({ sendAt, message }: { sendAt: Date; message: string }): Promise<boolean> {
      const { screen } = composer.getSnapshot().context
      const body = { ...about, message, sendAt: sendAt.toISOString(), seenVersion: screen().seen }
      const kept = await change(() => api('rescheduleMessage', { body }))
      if (kept) notifySuccess('Saved')
      return kept !== null
    },
  }
}
