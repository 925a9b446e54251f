import { isUniqueViolation } from '../database/error-kinds.ts'
import { AppError } from '../errors.ts'

/** The database decides who of two gets an address. Throws EMAIL_TAKEN for the other. */
export async function refusingTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError(409, 'EMAIL_TAKEN', 'There is already an account with this e-mail address.')
  }
}
