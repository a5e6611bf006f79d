import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { dayName, dayWords, quietWords, spansWords } from './hours.rules.ts'
import { HoursForm } from './hours-form.tsx'
import { ToldPreview } from './told-preview.tsx'
import { useHours } from './use-hours.ts'

export function Component() {
  const organization = useActiveOrganization()
  return organization && <Hours key={organization._id} {...organization} />
}

interface HoursProps {
  _id: string
  role: string
  timezone: string
}

/** [OPEN-044] Every member can read the hours; admins change them. */
function Hours({ _id: organizationId, role, timezone }: HoursProps) {
  const { query, save } = useHours(organizationId)
  const zone = timezone.replaceAll('_', ' ')
  return (
    <PageSheet
      title="Hours and replies"
      lead={`When patients can expect an answer, in the organization’s time zone (${zone}).`}
    >
      <QueryState query={query} what="The hours" rows={7}>
        {(settings) =>
          role === 'admin' ? <HoursForm settings={settings} onSave={save} /> : <ReadOnlyHours settings={settings} />
        }
      </QueryState>
    </PageSheet>
  )
}

function ReadOnlyHours({ settings }: { settings: InboxSettings }) {
  const { businessHours, afterHours, quietHours, helpMessage } = settings
  const { week, closedDays } = businessHours
  const columns = [
    { id: 'day', title: 'Day', width: '9rem', stacked: 'title' as const, cell: dayName },
    {
      id: 'open',
      title: 'Open',
      stacked: 'line' as const,
      cell: (day: (typeof weekdays)[number]) => <span className="num">{spansWords(week[day])}</span>,
    },
  ]
  return (
    <>
      <Section title="Opening hours" detail="Admins change them." flush>
        <Table label="Opening hours" columns={columns} rows={weekdays} rowId={(day) => day} />
      </Section>
      <Section title="Closed days" detail={closedDays.length === 0 ? 'None.' : closedDays.map(dayWords).join(' · ')} />
      <Section
        title="Reply while closed"
        detail={
          afterHours.enabled ? afterHours.message : 'Off: texts that arrive while you’re closed wait for someone.'
        }
      />
      <Section title="Quiet hours" detail={quietWords(quietHours)} />
      <Section title="Answer to HELP" detail={helpMessage} />
      <ToldPreview settings={settings} timezone={settings.timezone} />
    </>
  )
}
