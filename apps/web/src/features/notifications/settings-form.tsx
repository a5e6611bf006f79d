import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { playTone } from '../../lib/tone.ts'
import { Form, Problem, Submit } from '../../parts/form/form.tsx'
import { FormTick } from '../../parts/form/form-fields.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { usePermission } from './permission.ts'
import { PermissionNote } from './permission-note.tsx'
import { QuietFields } from './quiet-fields.tsx'
import { quietErrors } from './settings.rules.ts'

const SCOPES = [
  { scope: 'off', label: 'Nothing', detail: 'The page itself still shows everything.' },
  { scope: 'mine', label: 'What is mine', detail: 'Conversations assigned to me, and notes that mention me.' },
  { scope: 'organization', label: 'Everything', detail: 'Every patient who writes to this organization.' },
] as const satisfies readonly { scope: NotificationPreferences['scope']; label: string; detail: string }[]

interface SettingsFormProps {
  kept: NotificationPreferences
  timezone: string
  onSave: (typed: NotificationPreferences) => Promise<unknown>
  onCancel: () => void
}

export function SettingsForm({ kept, timezone, onSave, onCancel }: SettingsFormProps) {
  const form = useForm<NotificationPreferences>({
    initial: kept,
    check: ({ quiet }) => quietErrors(quiet),
    send: onSave,
  })
  return (
    <Form form={form} label="Notification settings" className="flex min-h-full flex-col">
      <div className="flex-1 space-y-6 p-4">
        <PermissionNote permission={usePermission()} />
        <fieldset className="space-y-1">
          <legend className="mb-1 text-sm font-semibold">Tell me about</legend>
          {SCOPES.map(({ scope, label, detail }) => (
            <label key={scope} className="flex items-start gap-2.5 rounded-md px-1 py-1.5 text-sm hover:bg-hover">
              <input
                type="radio"
                {...form.register('scope')}
                value={scope}
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
          <FormTick
            form={form}
            name="showText"
            label="Show what was written"
            detail="Names and words. Others may read them on a locked screen; without it there is only “New message”."
          />
          <FormTick
            form={form}
            name="sound"
            label="Play a sound"
            detail="Two short notes, for the same messages and at the same times."
            // Playing the sound on the click also makes the browser allow sounds.
            onTick={(sound) => sound && void playTone()}
          />
        </fieldset>
        <QuietFields form={form} timezone={timezone} />
        <Problem form={form} />
      </div>
      <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-surface p-3">
        <Button onClick={onCancel} className="pointer-coarse:h-11">
          Cancel
        </Button>
        <Submit form={form}>Save settings</Submit>
      </div>
    </Form>
  )
}
