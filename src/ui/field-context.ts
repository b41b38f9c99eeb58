import { createContext, use } from 'react';

/** The attributes that a field passes to its control. */
interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** Returns the attributes that connect a control to its field's label, hint and errors; empty outside a field. */
export const useFieldControl = (): Partial<FieldControl> => use(FieldContext) ?? {};
