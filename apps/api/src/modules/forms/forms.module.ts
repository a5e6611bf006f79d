import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { exportRoutes } from './export/export.routes.ts'
import { formPage } from './form-page.ts'
import { formRoutes } from './forms.routes.ts'
import { listListedForms } from './forms.store.ts'
import type { FormTables } from './forms.tables.ts'
import { deleteEnded } from './intake.store.ts'
import { submissionRoutes } from './submissions.routes.ts'

const retention: RetentionStep = ({ database, clock }) => database.system((tx) => deleteEnded(tx, clock.now()))

/** Forms that patients fill in, and what they sent. */
export const formsModule: Module = {
  name: 'forms',
  tables: [
    'forms',
    'form_revisions',
    'form_links',
    'form_submissions',
    'form_tokens',
    'form_uses',
  ] satisfies (keyof FormTables)[],
  routes: (parts) => [...formRoutes(parts), ...submissionRoutes(parts), ...exportRoutes()],
  pages: formPage,
  publicPages: listListedForms,
  retention: [retention],
}
