import { useActiveOrganization } from '../../parts/services.tsx'
import { TemplatesScreen } from './templates-screen.tsx'

/** [TMPL-01] */
export function Component() {
  const organization = useActiveOrganization()
  return organization && <TemplatesScreen key={organization._id} organization={organization} />
}
