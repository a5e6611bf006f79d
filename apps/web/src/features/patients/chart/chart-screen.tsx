import type { Membership } from '@foyer/contracts/organization.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { clsx } from 'clsx'
import { type ComponentType, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '../../../lib/use-now.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { ForAdmins } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { Loading } from '../../../parts/state-notes.tsx'
import { offlineWords, useOffline } from '../../../parts/use-offline.ts'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { ChartHead } from './chart-head.tsx'
import { type ChartTabName, tabOf, tabSearch, tabsFor } from './chart-tabs.rules.ts'
import { EditDrawer } from './edit-drawer.tsx'
import type { TabProps } from './tab-props.ts'

/** Each tab is a chunk of its own, loaded when it is first opened. */
const TABS: Readonly<Record<ChartTabName, ComponentType<TabProps>>> = {
  overview: lazyPart(async () => (await import('./overview-tab.tsx')).OverviewTab, SaidInPlace),
  conversations: lazyPart(async () => (await import('./conversations-tab.tsx')).ConversationsTab, SaidInPlace),
  visits: lazyPart(async () => (await import('./visits-tab.tsx')).VisitsTab, SaidInPlace),
  notes: lazyPart(async () => (await import('./notes-tab.tsx')).NotesTab, SaidInPlace),
  consent: lazyPart(async () => (await import('./consent-tab.tsx')).ConsentTab, SaidInPlace),
  files: lazyPart(async () => (await import('./files-tab.tsx')).FilesTab, SaidInPlace),
  history: lazyPart(async () => (await import('./history-tab.tsx')).HistoryTab, SaidInPlace),
  audit: lazyPart(async () => (await import('./audit-tab.tsx')).AuditTab, SaidInPlace),
}

interface ChartScreenProps {
  organization: Membership
  patient: PatientRecord
  onSaved: (epoch: string, record: PatientRecord) => void
}

export function ChartScreen({ organization, patient, onSaved }: ChartScreenProps) {
  const { role, timezone } = organization
  const now = useNow(useServices().clock)
  const today = dayIn(now, timezone)
  const offline = useOffline()
  const [params, setParams] = useSearchParams()
  const [isEditing, setIsEditing] = useState(false)
  const tab = tabOf(params.get('tab') ?? '')
  const onTab = (next: ChartTabName) => setParams(tabSearch(next, params), { replace: true })
  const tabs = tabsFor(role)
  const Shown = TABS[tab]
  useCommands([
    {
      ...{ id: 'edit patient', title: 'Edit the patient', keys: ['e'], group: 'Lists' },
      ...(offline && { why: offlineWords('Editing') }),
      holds: () => !offline,
      run: () => setIsEditing(true),
    },
    ...tabs.map(({ value, label }) => ({
      ...{ id: `chart ${value}`, title: `Chart: ${label}`, words: 'tab', keys: [], group: 'Lists' as const },
      run: () => onTab(value),
    })),
  ])
  return (
    <div className="max-w-260">
      <ChartHead {...{ patient, today, offline }} onEdit={() => setIsEditing(true)} />
      <TabRow<ChartTabName>
        label="Chart"
        value={tab}
        onChange={onTab}
        className="mt-3 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] max-md:px-4"
        entries={tabs.map(({ value, label }) => ({
          value,
          content: label,
          className: clsx(
            'focus-inset min-h-10 shrink-0 border-b-2 px-0.5 text-sm whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:min-w-11',
            value === tab ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
          ),
        }))}
      />
      <div role="tabpanel" aria-label={tabs.find(({ value }) => value === tab)?.label ?? 'Audit'} className="pt-5">
        {tab === 'audit' && role !== 'admin' ? (
          <ForAdmins />
        ) : (
          <Suspense fallback={<Loading what="the tab" />}>
            <Shown key={tab} {...{ organization, patient, now, today, offline, onSaved, onTab }} />
          </Suspense>
        )}
      </div>
      {isEditing && <EditDrawer {...{ organization, patient, today, onSaved }} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
