import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { Plus, Users } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useHeld } from '../../lib/use-held.ts'
import { useStable } from '../../lib/use-stable.ts'
import { KeptPageList } from '../../parts/rows/kept-page-list.tsx'
import { useFresh } from '../../parts/rows/use-fresh.ts'
import { useRowKeys } from '../../parts/rows/use-row-keys.ts'
import { Note } from '../../parts/state-notes.tsx'
import { chartAddress } from '../../parts/visits/chart-address.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { filterCount } from './filter.rules.ts'
import { patientColumns } from './patient-columns.tsx'
import { nameOf } from './patient-words.rules.ts'
import type { FilterState } from './use-patient-filter.ts'
import { usePatientPage } from './use-patient-page.ts'

interface PatientTableProps {
  organizationId: string
  state: FilterState
  now: Date
  today: string
  timezone: string
  offline: boolean
  /** Absent while nobody can be added. */
  onAdd?: (() => void) | undefined
}

const WORDS = { title: 'Patients', row: 'patient', rows: 'patients', failed: 'Failed to fetch patients' }
const NOTHING_OWN: ReadonlyMap<string, number> = new Map()

/** [LIST-01] The patients of the filter in pages, each of which leads to a chart. */
export function PatientTable({ organizationId, state, now, today, timezone, offline, onAdd }: PatientTableProps) {
  const { query, page, turnTo } = state
  const navigate = useNavigate()
  const { isHeld, handlers } = useHeld()
  const list = usePatientPage(organizationId, { query, page }, isHeld)
  const rows = list.shown?.rows ?? []
  const isFresh = useFresh(rows, NOTHING_OWN)
  const open = ({ _id }: PatientRecord) => void navigate(chartAddress(_id))
  useRowKeys({
    ...{ noun: 'patient', attribute: 'data-patient-id', rows, openId: null },
    rowId: ({ _id }) => _id,
    keys: [{ id: 'open chart', title: 'Open chart', keys: ['o'], run: open }],
  })
  const turn = useStable(turnTo)
  return (
    <div {...handlers} className="flex flex-1 flex-col">
      <KeptPageList
        {...{ list, page, offline }}
        words={WORDS}
        hasNext={list.shown !== null && list.shown.reading.cursor !== null}
        onTurn={turn}
        empty={<NoPatients filters={filterCount(query)} onClear={state.clear} onAdd={onAdd} />}
      >
        {(shown) => (
          <Table
            label="Patients"
            idAttribute="data-patient-id"
            columns={patientColumns({ now, today, timezone })}
            rows={shown}
            rowId={({ _id }) => _id}
            rowName={nameOf}
            onOpen={open}
            isFresh={isFresh}
            wide
          />
        )}
      </KeptPageList>
    </div>
  )
}

interface NoPatientsProps {
  filters: number
  onClear: () => void
  onAdd: (() => void) | undefined
}

/** Why the list is empty, and the next step. */
function NoPatients({ filters, onClear, onAdd }: NoPatientsProps) {
  const add = onAdd && (
    <Button icon={Plus} onClick={onAdd}>
      New patient
    </Button>
  )
  if (filters === 0)
    return (
      <Note
        icon={Users}
        title="No patients yet"
        detail="Patients who are imported or added appear here by last name, each with a chart."
      >
        {add}
      </Note>
    )
  return (
    <Note icon={Users} title="No patients match these filters" detail="Remove a filter, or check the spelling.">
      <Button onClick={onClear}>{`Clear ${filters === 1 ? 'the filter' : 'the filters'}`}</Button>
      {add}
    </Note>
  )
}
