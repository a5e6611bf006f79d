/** The kinds of actions that the audit is filtered by. */
import { z } from 'zod'

export const auditKindSchema = z.enum(['read', 'texts', 'conversations', 'patients', 'visits', 'settings', 'sign-in'])

export type AuditKind = z.infer<typeof auditKindSchema>
