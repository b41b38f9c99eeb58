import { createContext, use } from 'react';

/** What a field tells the control inside it. */
interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to its field's label, hint and errors; none outside a field. */
export const useFieldControl = (): Partial<FieldControl> => use(FieldContext) ?? {};
