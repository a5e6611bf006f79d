/** What an organization sets for itself, kept under a name of its own: one value per setting, whatever module it belongs to. */
import type { z } from 'zod'
import type { Access } from './call.ts'

type Role = Extract<Access, 'member' | 'admin'>

export interface Setting<Schema extends z.ZodObject = z.ZodObject> {
  /** As it is stored; it never changes. */
  readonly name: string
  /**
   * An object that is not strict: an API of the release before drops a field that it does not know. A field that comes
   * later has a default in the schema, or the values that are stored already can't be read.
   */
  readonly schema: Schema
  /** What holds until the organization saves the setting. */
  readonly default: z.output<Schema>
  /** The access of the call that reads it. */
  readonly read: Role
  /** The access of the call that saves it. */
  readonly write: Role
}

export type ValueOf<S> = S extends Setting<infer Schema> ? z.output<Schema> : never

export function setting<Schema extends z.ZodObject>(definition: Setting<Schema>): Setting<Schema> {
  return definition
}
