/** The id of the field for a slot's vehicle number: parking draws it, booking leads to it. */
export const vehicleFieldId = (slotId: string) => `vehicle-${slotId}`
