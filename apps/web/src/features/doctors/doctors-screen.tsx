import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { Archive, Stethoscope } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useCommands } from '../../parts/keyboard.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useRowKeys } from '../../parts/rows/use-row-keys.ts'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { withToggled } from '../../ui/table/selection.rules.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { DoctorCell } from './doctor-cell.tsx'
import { DoctorFilters } from './doctor-filters.tsx'
import { aheadWords, doctorsWords, matching } from './doctor-list.rules.ts'
import { DoctorsSkeleton } from './doctors-skeleton.tsx'
import { PageHeading } from './page-heading.tsx'
import { useArchive } from './use-archive.ts'
import { useDoctorList } from './use-doctor-list.ts'
import { usePreview } from './use-preview.ts'

/** Each shown doctor loads a picture. */
const SHOWN = 60

/** The organization's doctors with their faces: search, department, archive. */
export function DoctorsScreen({ organizationId }: { organizationId: string }) {
  const filters = useFilters(['search', 'department', 'shown'])
  const { search, department, shown: shows } = filters.values
  const isArchive = shows === 'archived'
  const list = useDoctorList(organizationId, isArchive)
  const offline = useOffline()
  const preview = usePreview()
  const { isBusy, archive, restore } = useArchive(organizationId)
  const field = useRef<HTMLInputElement>(null)
  const [most, setMost] = useState(SHOWN)
  const sought = useDeferredValue(search)
  const found = matching(list.data ?? [], { search: sought, department })
  const shown = found.slice(0, most)
  const selection = useSelection(isArchive ? [] : shown.map(({ _id }) => _id))
  const selected = shown.filter(({ _id }) => selection.ids.has(_id))
  const archiveSelected = () => void archive(selected, selection.clear)
  useRowKeys<Doctor>({
    ...{ noun: 'doctor', attribute: 'data-doctor-id', rows: shown, openId: null },
    ...(!isArchive && { selection }),
    rowId: ({ _id }) => _id,
    keys: [{ id: 'preview doctor', title: 'Preview doctor', keys: ['v'], run: preview }],
  })
  useCommands([
    {
      ...{ id: 'search doctors', title: 'Search doctors', keys: ['/'], group: 'Lists' },
      run: () => field.current?.focus(),
    },
  ])
  const more = {
    ...{ hasMore: found.length > shown.length, isLoadingMore: false, moreFailed: false },
    loadMore: () => setMost(most + SHOWN),
  }
  return (
    <section className="border-line bg-surface md:rounded-lg md:border">
      <header className="space-y-3 border-b border-line px-4 py-4 md:px-5">
        <PageHeading>Doctors</PageHeading>
        <DoctorFilters {...{ organizationId, filters, field }} />
      </header>
      {selected.length > 0 && (
        <section aria-label="Selected doctors" className="sticky top-0 z-2">
          <SelectionBar
            label="Actions"
            count={selected.length}
            busy={isBusy}
            note={aheadWords(selected)}
            onClear={selection.clear}
          >
            <Button
              size="sm"
              icon={Archive}
              busy={isBusy}
              disabledReason={offlineReason(offline, 'Archiving')}
              onClick={archiveSelected}
            >
              {`Archive ${selected.length === 1 ? '1 doctor' : doctorsWords(selected)}`}
            </Button>
          </SelectionBar>
        </section>
      )}
      <QueryState
        query={list}
        what="The doctors"
        skeleton={<DoctorsSkeleton />}
        empty={<Nobody isArchive={isArchive} />}
      >
        {() =>
          found.length === 0 ? (
            <Note icon={Stethoscope} title="No doctor matches" detail="Nobody here has this name and department.">
              <Button onClick={filters.clear}>Show everybody</Button>
            </Note>
          ) : (
            <>
              {/* The lines of the last row and the last column lie outside, so that no line is drawn twice. */}
              <div className="overflow-hidden border-b border-line">
                <ul aria-label="Doctors" className="-mr-px -mb-px grid md:grid-cols-2 xl:grid-cols-3">
                  {shown.map((doctor) => (
                    <DoctorCell
                      key={doctor._id}
                      {...{ doctor, offline }}
                      isSelected={selection.ids.has(doctor._id)}
                      onSelect={() => selection.change(withToggled(selection.ids, doctor._id))}
                      onPreview={() => preview(doctor)}
                      onRestore={() => void restore(doctor)}
                    />
                  ))}
                </ul>
              </div>
              <LoadMore rows={more} what="doctors" />
            </>
          )
        }
      </QueryState>
    </section>
  )
}

function Nobody({ isArchive }: { isArchive: boolean }) {
  return isArchive ? (
    <Note icon={Archive} title="Nobody is archived" detail="Doctors who take no more visits are kept here." />
  ) : (
    <Note
      icon={Stethoscope}
      title="No doctors yet"
      detail="They come here with the first visit that names them, or with a list of providers."
    />
  )
}
