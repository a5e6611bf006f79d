import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useServices } from '../../parts/services.tsx'
import { lastWords } from './import-words.rules.ts'
import type { UploadsOrganization } from './organization.ts'
import { useNewestImport } from './use-imports.ts'

/** The state of a kind below its name: the rows that are under way, else the day of the last import. */
export function LastImport({ sheet, organization }: { sheet: ImportKind; organization: UploadsOrganization }) {
  const { _id: organizationId, timezone } = organization
  const newest = useNewestImport(organizationId, sheet)
  const now = useNow(useServices().clock)
  const words =
    newest === undefined ? '' : lastWords(newest, dayIn(now, timezone), (at) => dayIn(new Date(at), timezone))
  return <span className="num block min-h-4 text-xs text-muted max-lg:sr-only">{words}</span>
}
