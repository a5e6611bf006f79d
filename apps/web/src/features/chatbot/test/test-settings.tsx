import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { Select } from '../../../ui/select.tsx'
import type { TestActor } from './test.machine.ts'
import type { TestSettings } from './test-memory.rules.ts'

interface TestSettingsRowProps {
  actor: TestActor
  settings: TestSettings
  zone: string
}

/** The channel, language and moment of the test. Each change begins anew. */
export function TestSettingsRow({ actor, settings, zone }: TestSettingsRowProps) {
  const { channel, language, isOpen, at } = settings
  const set = (change: Partial<TestSettings>) => actor.send({ type: 'SET', settings: change })
  const moment = new Date(at)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(moment)
  return (
    <div className="grid shrink-0 grid-cols-2 gap-1.5 border-b border-line px-4 py-2">
      <Select
        label="Channel"
        size="sm"
        value={channel}
        choices={[
          { value: 'chat', label: 'Website' },
          { value: 'sms', label: 'Text message' },
        ]}
        onChange={(next) => set({ channel: next })}
      />
      <Select
        label="Language"
        size="sm"
        value={language}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Spanish' },
        ]}
        onChange={(next) => set({ language: next })}
      />
      <Select
        label="Clinic"
        size="sm"
        value={isOpen ? 'open' : 'closed'}
        choices={[
          { value: 'open', label: 'Clinic open' },
          { value: 'closed', label: 'Clinic closed' },
        ]}
        onChange={(next) => set({ isOpen: next === 'open' })}
      />
      <input
        type="datetime-local"
        aria-label="Date and time"
        value={`${dayIn(moment, zone)}T${time}`}
        onChange={({ target }) => {
          const [day, clock] = target.value.split('T')
          if (day && clock) set({ at: instantAt({ day, time: clock.slice(0, 5) }, zone).toISOString() })
        }}
        className="focus-shell num h-7 min-w-0 rounded-md border border-control bg-raised px-1.5 text-xs pointer-coarse:h-11"
      />
    </div>
  )
}
