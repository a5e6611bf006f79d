import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePermission } from './permission.ts'
import { PermissionNote } from './permission-note.tsx'
import { QuietFields } from './quiet-fields.tsx'
import { isComplete } from './settings.rules.ts'
import { TickBox } from './tick-box.tsx'
import { playTone } from './tone.actors.ts'

const SCOPES = [
  { scope: 'off', label: 'Nothing', detail: 'The page itself still shows everything.' },
  { scope: 'mine', label: 'What is mine', detail: 'Conversations assigned to me, and notes that mention me.' },
  { scope: 'organization', label: 'Everything', detail: 'Every patient who writes to this organization.' },
] as const satisfies readonly { scope: NotificationPreferences['scope']; label: string; detail: string }[]

interface SettingsFormProps {
  kept: NotificationPreferences
  timezone: string
  busy: boolean
  error: string | null
  onSave: (typed: NotificationPreferences) => void
  onCancel: () => void
}

export function SettingsForm({ kept, timezone, busy, error, onSave, onCancel }: SettingsFormProps) {
  const [typed, setTyped] = useState(kept)
  const [tried, setTried] = useState(false)
  const change = (part: Partial<NotificationPreferences>) => setTyped((before) => ({ ...before, ...part }))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!busy && isComplete(typed.quiet)) onSave(typed)
  }

  return (
    <form aria-label="Notification settings" onSubmit={submit} noValidate className="flex min-h-full flex-col">
      <div className="flex-1 space-y-6 p-4">
        <PermissionNote permission={usePermission()} />
        <fieldset className="space-y-1">
          <legend className="mb-1 text-sm font-semibold">Tell me about</legend>
          {SCOPES.map(({ scope, label, detail }) => (
            <label key={scope} className="flex items-start gap-2.5 rounded-md px-1 py-1.5 text-sm hover:bg-hover">
              <input
                type="radio"
                name="scope"
                value={scope}
                checked={typed.scope === scope}
                onChange={() => change({ scope })}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-muted">{detail}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset className="space-y-1">
          <legend className="mb-1 text-sm font-semibold">How</legend>
          <TickBox
            label="Show what was written"
            detail="Names and words. Others may read them on a locked screen; without it there is only “New message”."
            checked={typed.showText}
            onChange={(showText) => change({ showText })}
          />
          <TickBox
            label="Play a sound"
            detail="Two short notes, for the same messages and at the same times."
            checked={typed.sound}
            onChange={(sound) => {
              change({ sound })
              // The click is also what makes the browser allow sounds.
              if (sound) void playTone()
            }}
          />
        </fieldset>
        <QuietFields quiet={typed.quiet} timezone={timezone} tried={tried} onChange={(quiet) => change({ quiet })} />
        {error !== null && (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-bad-text">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            {`${error}. What you chose is still here.`}
          </p>
        )}
      </div>
      <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-surface p-3">
        <Button onClick={onCancel} className="pointer-coarse:h-11">
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={busy} className="pointer-coarse:h-11">
          Save settings
        </Button>
      </div>
    </form>
  )
}
