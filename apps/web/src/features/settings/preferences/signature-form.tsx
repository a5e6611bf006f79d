import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormTextArea } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import type { PreferenceChange } from '../../../parts/use-preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

/** As in the contract, which the browser can't import values from. */
const SIGNATURE_MAX = 120

interface SignatureFormProps {
  kept: Preferences
  onSave: (change: PreferenceChange) => Promise<Preferences>
}

/** The signature names the version that the form shows, so a change from another screen is never lost. */
export function SignatureForm({ kept, onSave }: SignatureFormProps) {
  const [shown, setShown] = useState(kept)
  const [theirs, setTheirs] = useState<Preferences | null>(null)
  const form = useForm({
    initial: { signature: kept.signature },
    check: ({ signature }) => ({
      signature: signature.trim().length > SIGNATURE_MAX ? `At most ${SIGNATURE_MAX} characters` : undefined,
    }),
    send: async ({ signature }) => {
      try {
        take(await onSave({ signature: signature.trim(), version: versionFor(shown, kept) }))
        notifySuccess('Signature saved')
      } catch (error) {
        if (!(error instanceof CallError && isRefused(error, 'stale'))) throw error
        setTheirs(error.data as Preferences)
      }
    },
  })
  const typed = useWatch({ control: form.control, name: 'signature' })

  function take(saved: Preferences) {
    setShown(saved)
    setTheirs(null)
    form.reset({ signature: saved.signature })
  }

  // Another screen saved another signature: an untouched form follows, and a changed one asks.
  const elsewhere = theirs ?? (kept.signature === shown.signature || kept.version <= shown.version ? null : kept)
  if (elsewhere !== null && typed.trim() === shown.signature) take(elsewhere)

  return (
    <Form form={form} label="Signature" className="max-w-110 space-y-4">
      <FormTextArea
        form={form}
        name="signature"
        label="Signature"
        rows={2}
        help={`${typed.trim().length} of ${SIGNATURE_MAX} characters. They count in each text.`}
      />
      {elsewhere !== null && (
        <div role="alert" className="rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text">
          <p className="wrap-anywhere">
            {elsewhere.signature === ''
              ? 'You removed the signature on another screen.'
              : `On another screen you saved “${elsewhere.signature}”.`}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => take(elsewhere)} className="pointer-coarse:h-11">
              Use that one
            </Button>
            <Button
              size="sm"
              onClick={() => {
                setShown(elsewhere)
                setTheirs(null)
              }}
              className="pointer-coarse:h-11"
            >
              Keep what I typed
            </Button>
          </div>
        </div>
      )}
      <Problem form={form} />
      <Submit form={form}>Save signature</Submit>
    </Form>
  )
}

/** A newer version with the same signature, such as one with another theme, is no conflict. */
function versionFor(shown: Preferences, kept: Preferences): number {
  return kept.signature === shown.signature ? Math.max(kept.version, shown.version) : shown.version
}
