import { testFields } from './fields.suite.ts'

testFields(({ method }) => method === 'GET')
