import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { notifyError } from '../../ui/notify.tsx'

/** Runs one change at a time, and says why one failed. */
export function useBusy() {
  const [busy, setBusy] = useState<string | null>(null)
  return {
    busy,
    async run(name: string, work: () => Promise<void>): Promise<void> {
      if (busy !== null) return
      setBusy(name)
      try {
        await work()
      } catch (error) {
        notifyError(wordsOf(error))
      } finally {
        setBusy(null)
      }
    },
  }
}

/** Returns why the action of this name can't begin while another one runs; it would be dropped. */
export function busyReason(busy: string | null, name: string): string | undefined {
  return busy === null || busy === name ? undefined : 'Wait until the other change is saved'
}

/** The first item that a form can't show, by its own words. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallError) || error.reason !== 'unsupported_form') return failureMessage(error)
  const { items = [] } = (error.data ?? {}) as { items?: readonly { linkId: string; why: string }[] }
  const [first, ...more] = items
  if (!first) return failureMessage(error)
  const where = first.linkId === '' ? '' : `${first.linkId}: `
  return `This form can not be shown. ${where}${first.why}.${more.length > 0 ? ` And ${more.length} more.` : ''}`
}
