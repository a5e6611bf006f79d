-- People are found by `found_patients` and its index now.
drop function matching_patients(text);
drop index patients_search;
drop function patient_search_text(text, text, text);
