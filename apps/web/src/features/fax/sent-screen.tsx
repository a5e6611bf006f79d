import { faxStatuses, statusLabel } from '@foyer/contracts/fax/fax.rules.ts'
import { Printer } from 'lucide-react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { FilteredPage } from '../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FaxList } from './fax-list.tsx'
import type { FaxOrganization } from './fax-screen.tsx'
import { useFaxActions } from './use-fax-actions.ts'
import { useFaxes } from './use-faxes.ts'

const CHOICES = [{ value: '', label: 'All' }, ...faxStatuses.map((value) => ({ value, label: statusLabel(value) }))]
const EMPTY = {
  icon: Printer,
  title: 'No faxes yet',
  detail: 'Faxes that you send stand here, with what became of them.',
}
const UNMATCHED = { icon: Printer, title: 'No fax fits', detail: 'Search for another name, number or file.' }

/** All faxes that went out: state, cause, calls, the next one. */
export function SentScreen({ organization }: { organization: FaxOrganization }) {
  const { _id: organizationId, name, timezone } = organization
  const { values, isFiltered, change, clear } = useFilters(['status', 'search'])
  const faxes = useFaxes(organizationId, values)
  const actions = useFaxActions(organizationId, faxes)
  const write = (
    <Link to="/fax" className={buttonLook('primary', 'md')}>
      Send a fax
    </Link>
  )
  const fields = (
    <>
      <SelectField
        label="Status"
        value={values.status}
        choices={CHOICES}
        filtering={values.status !== ''}
        onChange={(status) => change({ status })}
      />
      <SearchField
        label="Search faxes"
        placeholder="Name, number or file"
        value={values.search}
        onChange={(search) => change({ search })}
        className="h-10! w-64 max-w-full"
      />
    </>
  )
  return (
    <PageRoom>
      <PageSheet title="Sent faxes" lead={`Faxes from ${name}, and what became of them.`} wide action={write}>
        <FilteredPage
          label="Filter the faxes"
          what="The faxes"
          rows={faxes}
          onClear={clear}
          empty={EMPTY}
          unmatched={UNMATCHED}
          {...{ fields, isFiltered }}
        >
          {(rows) => <FaxList faxes={rows} {...{ timezone, actions, organizationId }} />}
        </FilteredPage>
      </PageSheet>
    </PageRoom>
  )
}
