import { expect, test } from 'vitest'
import { subjectProblem } from './subjects.rules.ts'

test.each([
  'api: add the order of the modules',
  'checks: forbid circles of files, type imports included',
  'docker-compose: pin the image of Redis',
  'tests: speed up the pg project',
])('subjectProblem accepts %j', (subject) => {
  expect(subjectProblem(subject)).toBeNull()
})

test.each([
  'web, relay: pass unknown event types',
  'workers/leases: process rows in the order of their ids',
  'e2e: open the inbox in two tabs',
  'web features: rename the list',
  'web-: rename the list',
])('subjectProblem refuses %j, which names no plain area', (subject) => {
  expect(subjectProblem(subject)).toBe('is not `area: imperative`')
})

test.each([
  ['That something failed follows from how often it did', 'is not `area: imperative`'],
  ['api: Who waits is told', 'begins with "Who"'],
  ['api: the worker renews its lease', '"the" is no imperative'],
  ['api: adds a worker', '"adds" is no imperative'],
  ['api: added a worker', '"added" is no imperative'],
  ['api: adding a worker', '"adding" is no imperative'],
  ['api: Add a worker', '"Add" begins with a capital letter'],
  ['api: add a worker.', 'ends with a full stop'],
  [`api: add ${'x'.repeat(64)}`, 'has 73 characters, at most 72'],
])('subjectProblem refuses %j: it %s', (subject, problem) => {
  expect(subjectProblem(subject)).toBe(problem)
})
